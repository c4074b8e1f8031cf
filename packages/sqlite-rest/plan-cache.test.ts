import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { deleteRows } from '#test/rows.ts'
import { withData } from '#test/with-data.ts'

it('a cached plan reads current data, and each preference has its own plan', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-plans-'))
  const backend = openBackend({ dataDir })
  const path = 'http://embedded/rest/v1/plates?select=plate_number&order=id&limit=3'
  const ask = (headers: Record<string, string> = {}) =>
    backend.fetch(new Request(path, { headers: { apikey: backend.anonKey, ...headers } }))
  const rows = async () => (await ask()).text()

  const before = await rows()
  expect(await rows()).toBe(before)
  await withData(dataDir, (database) => deleteRows(database, 'plates', { plate_number: '5063 RA' }))
  expect(await rows()).not.toBe(before)

  const ranges: (string | null)[] = []
  const headerSets: Record<string, string>[] = [{}, { Prefer: 'count=exact' }, { Range: '0-0' }, {}]
  for (const headers of headerSets) ranges.push((await ask(headers)).headers.get('content-range'))
  expect(ranges).toEqual(['0-2/*', expect.stringMatching(/^0-2\/\d+$/), '0-0/*', '0-2/*'])
  backend.close()
  rmSync(dataDir, { recursive: true })
})
