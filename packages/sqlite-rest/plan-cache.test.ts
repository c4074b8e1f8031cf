import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBackend } from '#db/embedded.ts'

it('a cached plan reads current data, and each key and preference has its own plan', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-plans-'))
  const backend = openBackend({ dataDir })
  const path = 'http://embedded/rest/v1/plates?select=plate_number&order=id&limit=3'
  const ask = (apikey: string, headers: Record<string, string> = {}) =>
    backend.fetch(new Request(path, { headers: { apikey, ...headers } }))
  const rows = async (key: string) => (await ask(key)).text()

  const [publicRows, allRows] = [await rows(backend.anonKey), await rows(backend.serviceKey)]
  expect(await rows(backend.anonKey)).toBe(publicRows)
  await backend.fetch(
    new Request('http://embedded/rest/v1/plates?id=not.is.null', {
      method: 'PATCH',
      body: '{"is_available":false}',
      headers: { apikey: backend.serviceKey, 'Content-Type': 'application/json' },
    }),
  )
  expect(await rows(backend.anonKey)).toBe('[]')
  expect(await rows(backend.serviceKey)).toBe(allRows)

  const ranges: (string | null)[] = []
  const headerSets: Record<string, string>[] = [{}, { Prefer: 'count=exact' }, { Range: '0-0' }, {}]
  for (const headers of headerSets)
    ranges.push((await ask(backend.serviceKey, headers)).headers.get('content-range'))
  expect(ranges).toEqual(['0-2/*', expect.stringMatching(/^0-2\/\d+$/), '0-0/*', '0-2/*'])
  backend.close()
  rmSync(dataDir, { recursive: true })
})
