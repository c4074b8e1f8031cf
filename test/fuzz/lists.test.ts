import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRows } from '#services/import/files/read.ts'
import { type RowList, readList } from '#services/import/read-list.ts'
import { readSales } from '#services/import/sales/read-rows.ts'
import { listForm } from '#services/import/sales/sales-form.ts'
import { mapRows } from '#services/import/stock/map-list.ts'
import { UserError } from '#services/user-error.ts'
import { type HeadingReader, headingReader, namesOf } from '#shared/cells/headings.ts'
import { type HeadingSpec, REGISTRATION_HEADINGS, tableSpecs } from '#shared/cells/table-specs.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { openTestCli } from '../cli/open-cli.ts'
import { amountOf, FUZZ_LIMIT, mutated, oddText, openFuzz } from './fuzz.ts'
import { registrations } from './seed-data.ts'

const READ = amountOf(140)
const IMPORTED = amountOf(12)

type ListName = 'plates' | keyof typeof tableSpecs
const SPECS: Record<ListName, HeadingSpec> = { plates: STOCK_LIST, ...tableSpecs }

const names = [
  ...namesOf(REGISTRATION_HEADINGS),
  ...Object.values(SPECS).flatMap(({ fields, availability = [] }) =>
    [...fields, ...availability].flatMap((field) => [field.column, ...namesOf(field.headings)]),
  ),
  ...['date', 'sold on', 'id', 'created_at', 'Nonsense'],
]
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.constantFrom('registration', 'price', 'year') },
  { weight: 1, arbitrary: oddText },
)
const cell = fc.oneof(
  fc.constantFrom(...registrations()),
  fc.constantFrom(
    '£1,250',
    '12500',
    '1e9',
    '-5',
    '12/07/2025',
    'Jul 2025',
    '2025-07',
    '31/02/2020',
    'yes',
    'x',
    'unclear',
    'SOLD 12.3.24',
    'sold?',
    'under offer',
    'available',
  ),
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    '@SUM(A1)',
    '+44',
    '1.250,00',
    'https://x.example/a.jpg',
    'javascript:alert(1)',
  ),
  fc.integer().map(String),
  oddText,
)
const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = fc
  .record({
    delimiter: fc.constantFrom(',', ',', ';', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    start: fc.constantFrom('', '', '\ufeff', 'sep=;\n', '\n\n', 'Our stock, in March\n,,\n'),
    header: fc.array(name, { minLength: 1, maxLength: 6 }),
    rows: fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 }),
  })
  .map(({ delimiter, lineEnd, start, header, rows }) => {
    const lines = [['registration', ...header], ...rows].map((cells) => cells.map(quoted).join(delimiter))
    return start + lines.join(lineEnd) + lineEnd
  })
const sensible = fc
  .array(
    fc.tuple(
      fc.constantFrom(...registrations()),
      fc.integer({ min: 1990, max: 2026 }),
      fc.nat(900_000),
      cell,
    ),
    { maxLength: 12 },
  )
  .map(
    (rows) =>
      `registration,year,price,note\n${rows.map((row) => row.map((value) => quoted(String(value))).join()).join('\n')}\n`,
  )
const json = fc
  .array(fc.dictionary(name, fc.oneof(cell, fc.integer(), fc.boolean(), fc.constant(null), fc.object())), {
    maxLength: 6,
  })
  .chain((rows) =>
    fc.constantFrom(
      JSON.stringify(rows),
      JSON.stringify({ data: rows, exportedAt: 'x' }),
      rows.map((row) => JSON.stringify(row)).join('\n'),
    ),
  )
const text = fc.oneof(
  { weight: 4, arbitrary: csv },
  { weight: 3, arbitrary: sensible },
  { weight: 3, arbitrary: mutated(csv) },
  { weight: 2, arbitrary: mutated(sensible) },
  { weight: 1, arbitrary: json },
  { weight: 1, arbitrary: mutated(json) },
)
const bytes = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(text, fc.constantFrom('utf8', 'utf8', 'utf8', 'latin1', 'utf16le'))
      .map(([content, encoding]) =>
        Buffer.from(encoding === 'utf16le' ? `\ufeff${content}` : content, encoding as 'utf8'),
      ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((content) => Buffer.from(content)) },
)
const table = fc.constantFrom<ListName>('plates', 'sales', 'jersey_sales')

async function rowsOf(
  list: RowList,
  { name, headings, allowDoubtful }: { name: ListName; headings: HeadingReader; allowDoubtful: boolean },
): Promise<readonly { kind: string; line: number; reason?: string }[]> {
  const { columns } = headings.assign(list.names)
  if (name === 'plates') return mapRows(list, columns, { allowDoubtful })
  const form = name === 'sales' ? listForm('uk') : listForm('jersey')
  const { rows } = await readSales(list, { form, headings, columns }, { allowDoubtful })
  return rows.map((row) => (row.kind === 'sale' ? { kind: row.kind, line: row.row.line } : row))
}

test(
  `${READ} lists are read to the end or rejected in a sentence, each within a second`,
  FUZZ_LIMIT,
  async () => {
    const fuzz = openFuzz({ what: 'CSV imports', file: 'test/fuzz/lists.test.ts' })
    const sums = { rows: 0, refused: 0, lists: 0 }
    await fuzz.run({
      inputs: fc.tuple(bytes, table, fc.boolean()),
      amount: READ,
      async check([content, name, allowDoubtful]) {
        try {
          const headings = headingReader(SPECS[name])
          const file = openRows(content, { search: headings })
          const list = await readList(file, headings)
          headings.isVaguePrice(headings.assign(list.names).columns)
          for (const row of await rowsOf(list, { name, headings, allowDoubtful })) {
            expect(row.line).toBeGreaterThan(0)
            if (row.kind === 'refused') {
              sums.refused += 1
              expect(row.reason).toMatch(/\S/)
            } else sums.rows += 1
          }
        } catch (error) {
          // Any other error is ours.
          if (!(error instanceof UserError)) throw error
          sums.lists += 1
        }
      },
    })
    fuzz.addNote(`${sums.rows} rows taken, ${sums.refused} refused, ${sums.lists} lists refused whole`)
    expect(sums.rows).toBeGreaterThan(fuzz.count() / 4)
  },
)

test(`${IMPORTED} lists are imported completely or not at all`, FUZZ_LIMIT, async () => {
  const fuzz = openFuzz({ what: 'lists imported whole', file: 'test/fuzz/lists.test.ts' })
  const office = openTestCli()
  const codes = new Map<number, number>()
  const count = async (name: 'plates' | 'sales' | 'jersey_sales') => (await office.rows(name)).length
  const list = office.file('list.csv', 'registration,price\nAB 1,900\n')
  expect((await office.run('plates', 'import', list)).code).toBe(0)
  await fuzz.run({
    inputs: fc.tuple(
      bytes,
      fc.constantFrom('plates', 'sales'),
      fc.subarray(['--dry-run', '--keep-good', '--allow-doubtful', '--jersey']),
    ),
    amount: IMPORTED,
    async check([content, group, chosen]) {
      const options = group === 'plates' ? chosen.filter((option) => option !== '--jersey') : chosen
      const path = office.file('list', content)
      const name = group === 'plates' ? 'plates' : options.includes('--jersey') ? 'jersey_sales' : 'sales'
      const before = await count(name)
      const answer = await office.run(group, 'import', path, ...options)
      codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
      expect(answer.all).toMatch(/\S/)
      expect(answer.all).not.toMatch(/^\s+at |\.ts:\d/m)
      const mayWrite =
        !options.includes('--dry-run') && (answer.code === 0 || options.includes('--keep-good'))
      if (!mayWrite) expect(await count(name)).toBe(before)
    },
  })
  fuzz.addNote(
    [...codes]
      .sort()
      .map(([code, times]) => `${times} × exit code ${code}`)
      .join(', '),
  )
})
