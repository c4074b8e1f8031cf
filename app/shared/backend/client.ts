/**
 * The one door to the backend. Whoever asks is given a client, never an address: in the browser it speaks to
 * the contract over HTTP with the public key, on the server to the embedded backend in process or to the
 * hosted one.
 */
import { PostgrestClient } from '@supabase/postgrest-js'
import { checkedFetch } from './checked-fetch.ts'

export type BackendClient = PostgrestClient

/** Where the contract is answered, and the key that every request carries. Safe to show to a browser. */
export interface BackendAddress {
  url: string
  key: string
}

/** No read outlives this: a hung backend ends a loading text, too. */
const TIMEOUT_MS = 10_000

/** @param fetch asks a backend that is not on the network, or asks it otherwise */
export function createBackendClient(
  { url, key }: BackendAddress,
  fetch = checkedFetch({ timeoutMs: TIMEOUT_MS }),
): BackendClient {
  // Where the contract is at the root of a host, `URL` has put a stroke there already.
  return new PostgrestClient(url.replace(/\/+$/, ''), {
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch,
    retry: false, // a failing read ends its loading text at once; nothing is asked again behind the visitor's back
    timeout: TIMEOUT_MS,
  })
}

let browserClient: BackendClient | undefined

/** The browser's client, made once from the address that the document carries on its root element. */
export function inBrowser(): BackendClient {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  browserClient ??= createBackendClient({ url: new URL(backendUrl, location.origin).href, key: backendKey })
  return browserClient
}
