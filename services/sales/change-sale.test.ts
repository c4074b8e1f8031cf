/** What an edit of a recorded sale changes, by the columns that are entered. */
import { describe, expect, it } from 'vitest'
import type { Row } from '#shared/cells/table-specs.ts'
import { InvalidInput } from '../changes/refusal.ts'
import { planEdit } from './change-sale.ts'
import { readCorrectionReason } from './corrections.ts'
import { planNewSale, type SaleCells } from './read-sale.ts'
import { describeSaleChanges } from './sale-changes.ts'
import { specOf } from './sale-types.ts'

const recorded = (cells: SaleCells): Row => planNewSale('uk', { plate_number: 'AB 7', ...cells })

/** The sale after each of the edits. */
function edited(sale: Row, ...edits: SaleCells[]): Row {
  return edits.reduce((row, cells) => planEdit('uk', row, cells).row, sale)
}

function faultOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof InvalidInput) return { message: error.message, fields: error.fields }
    throw error
  }
  return null
}

describe('an edit of a sale', () => {
  it('without a difference changes nothing', () => {
    const sale = recorded({ sale_date: 'Jan 2024', hammer_price: '4520' })
    expect(planEdit('uk', sale, { hammer_price: '4,520', sale_month: '1', note: '' }).changes).toEqual({})
  })

  it('is described by the columns that change', () => {
    const sale = recorded({ sale_date: 'Jan 2024', where_sold: 'Bonhams', hammer_price: '4,520' })
    const cells = { hammer_price: '£4,250', sale_month: 'Feb', note: 'From the house’s list' }
    const { changes } = planEdit('uk', sale, cells)
    expect(describeSaleChanges(specOf('uk'), sale, changes)).toBe(
      'Hammer price £4,520 → £4,250; month January → February; note none → “From the house’s list”',
    )
  })

  it('lets the price basis follow from the prices, unless it is given', () => {
    const sale = recorded({ sale_year: '2024', hammer_price: '100' })
    const both = edited(sale, { total_price: '150' })
    expect(both).toMatchObject({ hammer_price: 100, total_price: 150, price_basis: 'both' })
    const total = edited(both, { hammer_price: '' })
    expect(total).toMatchObject({ hammer_price: null, total_price: 150, price_basis: 'total' })
    const unclear = edited(total, { price_basis: 'unclear' }, { total_price: '160' })
    expect(unclear).toMatchObject({ total_price: 160, price_basis: 'unclear' })
    expect(edited(unclear, { total_price: '' })).toMatchObject({ total_price: null, price_basis: null })
  })

  it('computes the total from the hammer price where the fees are known, as an import does', () => {
    const sale = recorded({ sale_date: 'Jul 2025', where_sold: 'DVLA Auction', hammer_price: '1000' })
    // 1,000 + 7 % premium, VAT of 20 % on both, and the assignment fee of £80.
    expect(sale).toMatchObject({ total_price: 1364, price_basis: 'hammer' })
    const doubled = edited(sale, { hammer_price: '2000' })
    expect(doubled).toMatchObject({ total_price: 2648, price_basis: 'hammer' })
    const given = edited(doubled, { total_price: '2700' }, { hammer_price: '2100' })
    expect(given).toMatchObject({ hammer_price: 2100, total_price: 2700, price_basis: 'both' })
    const computed = edited(given, { total_price: '' }, { note: 'x' })
    expect(computed).toMatchObject({ total_price: 2776, price_basis: 'hammer' })
    // The fees of this month are disputed.
    const disputed = edited(computed, { sale_month: 'October' })
    expect(disputed).toMatchObject({ hammer_price: 2100, total_price: null, price_basis: 'hammer' })
    expect(edited(disputed, { sale_month: 'September' })).toMatchObject({ total_price: 2776 })
    expect(edited(disputed, { hammer_price: '' })).toMatchObject({ total_price: null, price_basis: null })
  })

  it.each<[SaleCells, string]>([
    [{ hammer_price: '0' }, 'hammer_price'],
    [{ total_price: 'lots' }, 'total_price'],
    [{ hammer_price: '200' }, 'hammer_price'],
    [{ sale_month: '13' }, 'sale_month'],
    [{ sale_year: '2999' }, 'sale_year'],
    [{ sale_year: '' }, 'sale_year'],
    [{ selection: '' }, 'selection'],
    [{ selection: 'some' }, 'selection'],
    [{ price_basis: 'guess' }, 'price_basis'],
    [{ price_basis: 'both' }, 'price_basis'],
    [{ source_url: 'javascript:1' }, 'source_url'],
  ])('with %j is refused at %s', (cells, column) => {
    const sale = recorded({ sale_year: '2024', total_price: '100' })
    expect(Object.keys(faultOf(() => planEdit('uk', sale, cells))?.fields ?? {})).toEqual([column])
  })

  it('of a total from which the hammer price was worked back needs the hammer price, too', () => {
    const sale = { ...recorded({ sale_year: '2024', total_price: '600' }), hammer_price: 500 }
    const fault = faultOf(() => planEdit('uk', sale, { total_price: '700' }))
    expect(Object.keys(fault?.fields ?? {})).toEqual(['hammer_price'])
    expect(edited(sale, { total_price: '700', hammer_price: '' })).toMatchObject({
      hammer_price: null,
      price_basis: 'total',
    })
  })

  it('of a sale in Jersey knows one price, whose basis stays', () => {
    const cells = { plate_number: 'J 27', sale_year: '2020', total_price: '73000', price_basis: 'hammer' }
    const sale = planNewSale('jersey', cells)
    const { changes, row } = planEdit('jersey', sale, { total_price: '74000' })
    expect(describeSaleChanges(specOf('jersey'), sale, changes)).toBe('Price £73,000 → £74,000')
    expect(row.price_basis).toBe('hammer')
    const fault = faultOf(() => planEdit('jersey', sale, { hammer_price: '5' }))
    expect(Object.keys(fault?.fields ?? {})).toEqual(['hammer_price'])
  })
})

it.each(['', ' \n ', '\u202e', 'x'.repeat(1_001)])('The reason %j of a correction is refused', (text) => {
  expect(Object.keys(faultOf(() => readCorrectionReason(text))?.fields ?? {})).toEqual(['reason'])
})
