import { PostgrestClient } from '@supabase/postgrest-js'
import { checkedFetch } from './checked-fetch.ts'
import { keyHeaders } from './key-headers.ts'

export type BackendClient = PostgrestClient

export interface BackendAddress {
  url: string
  key: string
}

const TIMEOUT_MS = 10_000

/** @param fetch replaces the network, for the embedded backend in the same process */
export function createBackendClient(
  { url, key }: BackendAddress,
  fetch = checkedFetch({ timeoutMs: TIMEOUT_MS }),
): BackendClient {
  // `new URL` adds a slash to a bare host.
  return new PostgrestClient(url.replace(/\/+$/, ''), {
    headers: keyHeaders(key),
    fetch,
    retry: false, // show a failed read to the visitor at once
    timeout: TIMEOUT_MS,
  })
}

let browserClient: BackendClient | undefined

export function getBrowserClient(): BackendClient {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  browserClient ??= createBackendClient({ url: new URL(backendUrl, location.origin).href, key: backendKey })
  return browserClient
}
