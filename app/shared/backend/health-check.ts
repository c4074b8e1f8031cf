/** Whether to read live or from the archive: the connectivity probe, and the addresses of archived copies. */
import type { BackendAddress } from './client.ts'

export const PROBE_TIMEOUT_MS = 2_000

/**
 * HEAD on the root of the contract, once. Any answer of the backend's own counts, a refusal too: a hosted
 * project may keep its root to itself. A fault of the server or two seconds of silence mean that it is away.
 */
export async function isBackendReachable(
  { url, key }: BackendAddress,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  // Raced as well as aborted: a fetch of ours in process need not heed the signal.
  const silence = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false))
  })
  const answer = fetch(`${url.replace(/\/+$/, '')}/`, {
    method: 'HEAD',
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    cache: 'no-store',
    signal,
  }).then(
    (response) => response.status < 500,
    () => false,
  )
  return Promise.race([answer, silence])
}

/** Hosts that show copies of other sites. A copy has no backend, whatever its address answers. */
const ARCHIVE_HOSTS =
  /(^|\.)(archive\.(org|ph|today|is|li|md|vn|fo)|archive-it\.org|arquivo\.pt|webarchive\.org\.uk|webcache\.googleusercontent\.com)$/

/**
 * Whether the page is looked at on an archive site.
 *   https://web.archive.org/web/20250913000000/https://www.example.co.uk/sales-explorer   is
 *   https://archive.example.co.uk/sales-explorer                                           is
 *   https://www.example.co.uk/info/archive                                                 is not
 */
export function isArchiveSite({ hostname, pathname }: { hostname: string; pathname: string }): boolean {
  const host = hostname.toLowerCase()
  return ARCHIVE_HOSTS.test(host) || host.startsWith('archive.') || /^\/web\/\d{4,14}[a-z_]*\//.test(pathname)
}
