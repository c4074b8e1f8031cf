import type { BackendAddress } from './client.ts'

/** Specification, 9. Business constants and limits. */
export const PROBE_TIMEOUT_MS = 2_000

/** A 4xx response counts as reachable, because hosted projects may refuse their root. */
export async function isBackendReachable(
  { url, key }: BackendAddress,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The in-process fetch of the embedded backend ignores the signal, so race it as well.
  const timeout = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false))
  })
  const reachable = fetch(`${url.replace(/\/+$/, '')}/`, {
    method: 'HEAD',
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    cache: 'no-store',
    signal,
  }).then(
    (response) => response.status < 500,
    () => false,
  )
  return Promise.race([reachable, timeout])
}

const ARCHIVE_HOSTS =
  /(^|\.)(archive\.(org|ph|today|is|li|md|vn|fo)|archive-it\.org|arquivo\.pt|webarchive\.org\.uk|webcache\.googleusercontent\.com)$/

/** True for web.archive.org/web/20250913000000/… and archive.example.co.uk, not for www.example.co.uk/info/archive. */
export function isArchiveSite({ hostname, pathname }: { hostname: string; pathname: string }): boolean {
  const host = hostname.toLowerCase()
  return ARCHIVE_HOSTS.test(host) || host.startsWith('archive.') || /^\/web\/\d{4,14}[a-z_]*\//.test(pathname)
}
