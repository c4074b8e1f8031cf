import { PostgrestClient } from '@supabase/postgrest-js'
import { checkedFetch } from './checked-fetch.ts'
import { documentBackend } from './document-backend.ts'
import { takeEarlyRead } from './early-reads.ts'
import { keyHeaders } from './key-headers.ts'

export type BackendClient = PostgrestClient

export interface BackendAddress {
  url: string
  key: string
}

const TIMEOUT_MS = 10_000

/** @param fetch replaces the network, for a backend in the same process */
export function createBackendClient(
  { url, key }: BackendAddress,
  fetch = checkedFetch({ timeoutMs: TIMEOUT_MS }),
): BackendClient {
  return new PostgrestClient(url, {
    headers: keyHeaders(key),
    fetch,
    retry: false, // show a failed read to the visitor at once
    timeout: TIMEOUT_MS,
  })
}

let browserClient: BackendClient | undefined

export function getBrowserClient(): BackendClient {
  browserClient ??= createBackendClient(
    documentBackend(),
    checkedFetch({ timeoutMs: TIMEOUT_MS, takeEarly: takeEarlyRead }),
  )
  return browserClient
}
