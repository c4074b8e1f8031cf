import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildColumns } from '#packages/estimate/lexicon-build.ts'
import { readLexiconFile } from '#packages/estimate/lexicon-file.ts'
import { hasList, readRows } from './lists.ts'

test.skipIf(!hasList('lexicon.csv'))(
  'the lexicon that ships is the one that the list of words gives (skipped where the list is absent)',
  () => {
    const entries = readRows('lexicon.csv').map((row) => ({
      word: row.word ?? '',
      firstName: Number(row.uk_first_name),
      surname: Number(row.surname),
      asianSharePercent: Number(row.surname_asian_share),
      encyclopaedia: Number(row.encyclopaedia),
      isOwn: row.own === '1',
    }))
    const file = readFileSync(new URL('../../packages/estimate/data/lexicon.bin', import.meta.url))
    const shipped = readLexiconFile(file)
    for (const [name, column] of Object.entries(buildColumns(entries))) {
      // Compared as bytes, which is much faster for 200,000 numbers.
      const bytes = (values: Uint8Array | Uint32Array) =>
        Buffer.from(values.buffer, values.byteOffset, values.byteLength)
      expect(bytes(shipped[name as keyof typeof shipped]).equals(bytes(column)), name).toBe(true)
    }
  },
)
