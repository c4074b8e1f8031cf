import { expect, it } from 'vitest'
import { accountOf, type MarginTerms } from '#services/stock/margin.ts'
import { describeMargin } from './margin.ts'
import { stockColumns } from './stock-columns.ts'
import { parseStockView } from './stock-view.ts'

const UNSTATED: MarginTerms = { vat: 'included', fee: null }

it.each<[MarginTerms, string]>([
  [UNSTATED, 'Margin before VAT and fees'],
  [{ vat: 'margin', fee: 'in-cost' }, 'Margin after VAT and fees'],
])('under the terms %j the margin in the list of the stock is headed “%s”', (terms, heading) => {
  const columns = stockColumns(parseStockView(new URLSearchParams()), terms)
  const names = columns.map((column) => (typeof column === 'string' ? column : column.name))
  expect(names.filter((name) => String(name).startsWith('Margin'))).toEqual([heading])
})

it.each<[MarginTerms, string[]]>([
  [UNSTATED, ['−£400', 'not stated', 'not stated', '£1,450']],
  [{ vat: 'margin', fee: 'in-cost' }, ['−£400', '−£242', 'in the cost', '£1,208']],
  [{ vat: 'not-registered', fee: 'each-sale' }, ['−£400', 'none', '−£80', '£1,370']],
  [
    { vat: 'included', fee: 'on-vehicle' },
    ['−£400', '−£308', expect.stringMatching(/^not known/), 'not known'],
  ],
])('the account of a plate bought for £400 and sold for £1,850 under %j has the lines %j', (terms, texts) => {
  const plate = {
    status: 'sold',
    priceGbp: 2_000,
    soldPriceGbp: 1_850,
    costGbp: 400,
    document: null,
  } as const
  const account = accountOf(plate, terms)
  if (!account) throw new Error('There is no account')
  expect(describeMargin(account, terms).map(({ text }) => text)).toEqual(texts)
})
