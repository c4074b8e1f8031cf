// Builds packages/estimate/data/lexicon.bin from a list of words with scores; the same list gives the same file.
//   node scripts/build-lexicon.ts ../shared/data/lexicon.csv
// Columns: word, uk_first_name, surname, surname_asian_share, encyclopaedia, own. What they mean, and where the
// words come from: packages/estimate/data/README.md.
import { createReadStream, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse'
import { buildColumns, type LexiconEntry } from '#packages/estimate/lexicon-build.ts'
import { writeLexiconFile } from '#packages/estimate/lexicon-file.ts'

const OUTPUT = new URL('../packages/estimate/data/lexicon.bin', import.meta.url)

const [input] = process.argv.slice(2)
if (!input) {
  console.error('Name the list of words: node scripts/build-lexicon.ts ../shared/data/lexicon.csv')
  process.exit(1)
}

const entries: LexiconEntry[] = []
for await (const row of createReadStream(input).pipe(parse({ columns: true })) as AsyncIterable<
  Record<string, string>
>) {
  entries.push({
    word: row.word ?? '',
    firstName: Number(row.uk_first_name),
    surname: Number(row.surname),
    asianSharePercent: Number(row.surname_asian_share),
    encyclopaedia: Number(row.encyclopaedia),
    isOwn: row.own === '1',
  })
}
const file = writeLexiconFile(buildColumns(entries))
writeFileSync(OUTPUT, file)
console.log(`${entries.length.toLocaleString('en-GB')} words, ${Math.round(file.length / 1000)} kB`)
