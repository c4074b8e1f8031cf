import { describe, expect, it } from 'vitest'
import { csvCell, toCsv, toJson } from './sales-file.ts'

const file = {
  title: 'Sales',
  address: 'https://plates.test/sales-explorer?q=a',
  licence: 'Free to reuse with a link back to the source.',
  citation: 'Sales, Plateworthy, https://plates.test/sales-explorer',
  count: 1,
  sales: [
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
      priceBasis: 'both' as const,
      sourceUrl: 'https://source.example/',
      note: null,
    },
  ],
}

it('a CSV begins with where it comes from, then the header, then a line for each sale', () => {
  expect(toCsv(file).split('\r\n')).toEqual([
    '"# Sales, Plateworthy, https://plates.test/sales-explorer. Free to reuse with a link back to the source."',
    'plate_number,hammer_price,total_price,price_basis,sale_date,sale_year,sale_month,where_sold,category,type,source_url',
    'JB 1,530000,,both,Jul 2025,2025,7,"Smith, ""Jones"" & Co","\'=HYPERLINK(""https://evil.example"")",,https://source.example/',
    '',
  ])
})

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+44', "'+44"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['  =1', "'  =1"],
    ['A 1', 'A 1'],
    ['a\nb', '"a\nb"'],
    [12, '12'],
    [null, ''],
  ])('%j becomes %j', (value, expected) => {
    expect(csvCell(value)).toBe(expected)
  })
})

it('JSON carries the licence and the line we ask for', () => {
  expect(JSON.parse(toJson(file))).toMatchObject({
    source: file.address,
    licence: file.licence,
    citation: file.citation,
    totalRecords: 1,
    data: [{ plate_number: 'JB 1', hammer_price: 530_000, total_price: null, sale_date: 'Jul 2025' }],
  })
})
