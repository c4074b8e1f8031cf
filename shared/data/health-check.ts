import type { BackendAddress } from './client.ts'
import { keyHeaders } from './key-headers.ts'

/** Specification, 9. Business constants and limits. */
const PROBE_TIMEOUT_MS = 2_000

/** A 4xx response counts as reachable, since something answers. */
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
  const reachable = fetch(`${url}/`, {
    method: 'HEAD',
    headers: keyHeaders(key),
    cache: 'no-store',
    signal,
  }).then(
    (response) => response.status < 500,
    () => false,
  )
  return Promise.race([reachable, timeout])
}
