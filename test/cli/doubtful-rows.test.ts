/** Rows that more likely are mistakes than plates: decided by options. */
import { expect, it } from 'vitest'
import { makeWorkbook } from './make-workbook.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const doubtfulList = (office: TestCli) =>
  office.file(
    'stock.xlsx',
    makeWorkbook([
      { name: 'Export Summary', rows: [['Made by Numbers']] },
      {
        name: 'Stock',
        rows: [
          ['Reg', 'Price', 'Description'],
          ['BU61 ABC', 1250, 'For SiÃ¢n'],
          ['25-Dec', 900, ''],
          ['BU62 ABC', 1, ''],
        ],
        hidden: [3],
        hiddenColumns: [2],
      },
    ]),
  )

async function stock(office: TestCli) {
  const rows = (await office.rows('plates')).filter((row) => row.is_demonstration === false)
  return rows.map((row) => `${row.plate_number} ${row.price} ${row.description}`)
}

it('doubtful rows are refused without an option, which the import names', async () => {
  const office = openTestCli()
  const { code, notes } = await office.run('plates', 'import', doubtfulList(office))
  expect(code).toBe(1)
  for (const option of ['--hidden import', '--garbled mend', '--read-prices accept'])
    expect(notes.join('\n')).toContain(option)
  expect(notes[0]).toContain('“Stock”')
  expect(notes.join('\n')).toMatch(/the workbook hides them: Price\.$/m)
  const shown = await office.run('plates', 'import', doubtfulList(office), '--hidden=import')
  expect(shown.notes.join('\n')).toContain('--dates letters-first')
  expect(await stock(office)).toEqual([])
})

it('doubtful rows are decided by options', async () => {
  const office = openTestCli()
  const options = ['--hidden=import', '--dates=number-first', '--garbled=as-written', '--read-prices=accept']
  const { code } = await office.run('plates', 'import', doubtfulList(office), ...options)
  expect([code, await stock(office)]).toEqual([
    0,
    ['25 DEC 900 null', 'BU61 ABC 1250 For SiÃ¢n', 'BU62 ABC 1 null'],
  ])
})

it('a list without headings is refused, with the options that name its columns', async () => {
  const office = openTestCli()
  const file = office.file('stock.csv', 'BU61 ABC|1250|x\nBU62 ABC|1300|y\n')
  const { all } = await office.run('plates', 'import', file)
  expect(all).toContain('The list has no headings.')
  expect(all).toContain('--map COLUMN="column A"')
  const options = ['--map=registration=column A', '--map=price=column B', '--ignore=column C']
  await office.run('plates', 'import', file, ...options)
  expect(await stock(office)).toEqual(['BU61 ABC 1250 null', 'BU62 ABC 1300 null'])
})

it('dates that may have the month first, or have no year, are asked about, with the options that decide them', async () => {
  const office = openTestCli()
  const file = office.file(
    'stock.csv',
    'Reg,Price,Bought,Expiry\nBU61 ABC,1250,3 Apr,12/31/2030\nBU62 ABC,1300,,04/05/2030\n',
  )
  const { code, all } = await office.run('plates', 'import', file)
  expect(code).toBe(1)
  for (const words of [
    'The dates of “Expiry” may have the month first: line 2 has “12/31/2030”.',
    'Dates of “Bought” have no year: line 2 has “3 Apr”.',
    '--month-first "Expiry"   or   --day-first "Expiry"',
    '--year-of "Bought=2025"   or   --year-of "Bought=none"',
  ])
    expect(all).toContain(words)
  const options = ['--month-first=Expiry', '--year-of=Bought=2024']
  expect((await office.run('plates', 'import', file, ...options)).code).toBe(0)
  const details = await office.rows('plate_details')
  const expiries = details.map((row) => row.document_expires_on).filter(Boolean)
  expect(expiries.sort()).toEqual(['2030-04-05', '2030-12-31'])
  expect(details.map((row) => row.bought_on).filter(Boolean)).toEqual(['2024-04-03'])
  expect((await office.run('plates', 'import', file, '--year-of=Bought')).code).toBe(2)
})

it('lists side by side are asked about, with the options that say what becomes of them', async () => {
  const office = openTestCli()
  const file = office.file('stock.csv', 'Reg,Price,,Reg,Price\nBU61 ABC,1250,,BU62 ABC,1300\n')
  const { code, all } = await office.run('plates', 'import', file)
  expect(code).toBe(1)
  expect(all).toContain('The list has 2 lists side by side: columns A to B and D to E.')
  expect((await office.run('plates', 'import', file, '--side-by-side=both')).code).toBe(2)
  await office.run('plates', 'import', file, '--side-by-side=below')
  expect(await stock(office)).toEqual(['BU61 ABC 1250 null', 'BU62 ABC 1300 null'])
})
