import { describe, expect, it } from 'vitest'
import { seedSales } from '../../../test/seed-sales.ts'
import { describeNote } from './note-words.ts'
import type { SaleRecord } from './sale.ts'

const sale = (note: string | null, others: Partial<SaleRecord> = {}): SaleRecord => ({
  id: '1',
  registration: 'AB 1',
  saleYear: 2012,
  saleMonth: null,
  hammerPriceGbp: null,
  totalPriceGbp: null,
  priceBasis: 'unclear',
  whereSold: null,
  category: null,
  type: null,
  selection: 'reported',
  sourceUrl: null,
  note,
  ...others,
})

describe('the note of a sale in words', () => {
  it.each([
    [null, []],
    [
      'Celtic Manor; round bid figure',
      ['Sold at Celtic Manor.', 'The figure is the winning bid, a round sum.'],
    ],
    ['rounded; rounded in the source', ['The source rounds the figure.']],
    [
      '400000x1.08x1.20+80=518,480',
      [
        'With a buyer’s premium of 8%, VAT of 20% on both and the £80 fee, a hammer price of £400,000 comes to £518,480.',
      ],
    ],
    [
      'not reported: a hammer of 35,000 would fit: (45440-80)/1.296=35000',
      ['The hammer price was not reported; £35,000 would fit the total.'],
    ],
    [
      'DVLA auction B270, lot 41; withdrawn, then sold',
      ['Lot 41 of DVLA auction B270.', 'Withdrawn, then sold.'],
    ],
  ])('“%s”', (note, words) => {
    expect(describeNote(sale(note))).toEqual(words)
  })

  it.each(['400000x1.08x1.20+80=999,999', '5000 x 1.2', 'total=hammer+fees', '7000*1.2', '(10+5)/3 = 5'])(
    'leaves out a sum that does not come out or has no rule: “%s”',
    (note) => {
      expect(describeNote(sale(note))).toEqual([])
    },
  )

  it('omits a calculation that the page shows line by line', () => {
    const known = { whereSold: 'DVLA Auction', saleYear: 2014, saleMonth: 11, hammerPriceGbp: 400_000 }
    expect(describeNote(sale('400000x1.08x1.20+80=518,480', { ...known, priceBasis: 'both' }))).toEqual([])
  })
})

it('every note of the seed becomes sentences without calculations or abbreviations', () => {
  const remarks = [...seedSales('uk'), ...seedSales('jersey')].flatMap(describeNote)
  expect(new Set(remarks).size).toBeGreaterThan(100)
  for (const remark of remarks) {
    expect(remark).toMatch(/^[A-Z£].*\.$/)
    expect(remark).not.toMatch(/[=×*]|\d\s*x\s*\d|\bincl\b|\bGBP\b|\bCONFLICT\b|\d{2}k\b/)
    // Pounds have a sign; other numbers above 999 are years.
    expect(remark.replaceAll(/£[\d,]+/g, '')).not.toMatch(/\d,\d{3}|\d{5}/)
  }
})
