import { expect, it } from 'vitest'
import { CellError } from '#shared/cells/fields.ts'
import { readAuctionMonth } from './auction-choice.ts'

it('the month of an auction is the current one or an earlier one', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  expect(readAuctionMonth('2026-11', now)).toEqual({ saleYear: 2026, saleMonth: 11 })
  expect(() => readAuctionMonth('2026-12', now)).toThrow(CellError)
})
