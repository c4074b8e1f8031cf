import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import type { ReadableSite } from './open-test-site.ts'

/** Reads from a site what it offers to browsers. */
export function publicClientOf({ dataDir, ask }: Pick<ReadableSite, 'dataDir' | 'ask'>): BackendClient {
  const { anonKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))
  return createBackendClient({ url: 'https://plates.test/rest/v1', key: anonKey }, (input, init) => {
    const { pathname, search } = new URL(String(input))
    return ask(pathname + search, init)
  })
}
