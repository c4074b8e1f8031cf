import { expect, it } from 'vitest'
import { CellError } from '#shared/cells/fields.ts'
import { readAuctionMonth } from './auction-choice.ts'

it('the month of an auction is the current one or an earlier one', () => {
  expect(readAuctionMonth('2026-11', '2026-11-25')).toEqual({ saleYear: 2026, saleMonth: 11 })
  expect(() => readAuctionMonth('2026-12', '2026-11-25')).toThrow(CellError)
})
