import { expect, it } from 'vitest'
import { type FileKind, writeFile } from './sales-export.ts'

const file = {
  title: 'Sales',
  address: 'https://plates.test/sales-explorer?q=a',
  licence: 'Free to reuse with a link back to the source.',
  citation: 'Sales, Plateworthy, https://plates.test/sales-explorer',
  count: 1,
}

const sales = [
  {
    id: '1',
    registration: 'JB 1',
    whereSold: 'Smith, "Jones" & Co',
    category: '=HYPERLINK("https://evil.example")',
    type: null,
    saleYear: 2025,
    saleMonth: 7,
    hammerPriceGbp: 530_000,
    totalPriceGbp: null,
    selection: 'reported',
    priceBasis: 'both' as const,
    sourceUrl: 'https://source.example/',
    note: 'Lot 7, as listed',
  },
]

async function textOf(kind: FileKind, pieces = [sales]) {
  let text = ''
  for await (const piece of writeFile(kind, file, pieces)) text += piece
  return text
}

it('a CSV export has the headings after a byte order mark, then a line for each sale', async () => {
  expect((await textOf('csv')).split('\r\n')).toEqual([
    '\ufeffplate_number,hammer_price,total_price,price_basis,selection,sale_date,sale_year,sale_month,where_sold,category,type,source_url,note',
    'JB 1,530000,,both,reported,Jul 2025,2025,7,"Smith, ""Jones"" & Co","\'=HYPERLINK(""https://evil.example"")",,https://source.example/,"Lot 7, as listed"',
    '',
  ])
})

it('the file of a search with look-alikes marks which rows match', async () => {
  const rows = [...sales, ...sales.map((sale) => ({ ...sale, match: 'reads_alike' as const }))]
  let csv = ''
  let json = ''
  for await (const piece of writeFile('csv', { ...file, hasMatches: true }, [rows])) csv += piece
  for await (const piece of writeFile('json', { ...file, hasMatches: true }, [rows])) json += piece
  expect(csv.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
    'match',
    'exact',
    'reads_alike',
    '',
  ])
  expect(JSON.parse(json).data.map(({ match }: { match: string }) => match)).toEqual(['exact', 'reads_alike'])
})

it('JSON contains the licence and the attribution', async () => {
  expect(JSON.parse(await textOf('json'))).toMatchObject({
    source: file.address,
    licence: file.licence,
    citation: file.citation,
    totalRecords: 1,
    data: [{ plate_number: 'JB 1', hammer_price: 530_000, total_price: null, sale_date: 'Jul 2025' }],
  })
})

it.each([[[]], [[[]]], [[[], []]]])('an export without sales is complete: %j', async (pieces) => {
  expect(JSON.parse(await textOf('json', pieces)).data).toEqual([])
  expect((await textOf('csv', pieces)).split('\r\n')).toHaveLength(2)
})

it('an export does not depend on how its rows are chunked', async () => {
  const many = Array.from({ length: 5 }, () => sales[0] as (typeof sales)[0])
  for (const kind of ['csv', 'json'] as const)
    expect(await textOf(kind, [many.slice(0, 2), [], many.slice(2, 3), many.slice(3)])).toBe(
      await textOf(kind, [many]),
    )
})
