import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineAvailability, readAvailability } from './availability.ts'
import { CellError } from './fields.ts'

it.each([
  ...['yes', 'Y', 'true', '1', 'x', 'X', '✓', 'sold', 'SOLD', ' Sold. ', 'SOLD!', 'sold 12.3.24'],
  ...['Sold - 12/03/2024', 'sold to Mr Patel', 'sold (£4,500)', '12.3.24', '12/03/2024', 'March 2024'],
])('%j in a column Sold means sold', (cell) => {
  expect(readAvailability(cell, 'sold')).toBe('sold')
})
it.each(['no', 'N', 'false', '0', '-', 'not sold', 'unsold'])(
  '%j in a column Sold means not sold',
  (cell) => {
    expect(readAvailability(cell, 'sold')).toBe('not sold')
  },
)
it.each(['sold?', 'maybe', 'ask Dave', '2024', '£4,500', 'sold - fell through', 'soldier', '2'])(
  '%j in a column Sold is refused',
  (cell) => {
    expect(() => readAvailability(cell, 'sold')).toThrow(cell)
  },
)

it.each([
  ...['SSTC', 'stc', 'Sold STC', 'sold subject to contract', 'Under offer', 'UNDER OFFER (Ann)', 'reserved'],
  ...['Reserved – J. Café', 'withdrawn', 'Withdrawn from sale', 'on hold', 'Not for sale', 'unavailable'],
])('%j in a column Status means not for sale', (cell) => {
  expect(readAvailability(cell, 'status')).toBe('not for sale')
})
it.each(['available', 'AVAILABLE', 'For sale', 'In  stock'])(
  '%j in a column Status means for sale',
  (cell) => {
    expect(readAvailability(cell, 'status')).toBe('for sale')
  },
)
it.each(['yes', 'no', 'x', '1', 'pending?', 'reserved?', 'no longer reserved', 'withdrawn, back in stock'])(
  '%j in a column Status is refused',
  (cell) => {
    expect(() => readAvailability(cell, 'status')).toThrow('is neither')
  },
)

it.each([
  ['yes', 'for sale'],
  ['no', 'not for sale'],
  ['Sold', 'sold'],
  ['reserved', 'not for sale'],
  ['for sale', 'for sale'],
] as const)('a cell of a column Available: %j says %s', (cell, value) => {
  expect(readAvailability(cell, 'is_available')).toBe(value)
})

it('no generated text puts a plate on sale by guessing', () => {
  const word = fc.constantFrom(
    'sold',
    'SOLD',
    'not',
    'no',
    'yes',
    'available',
    'for',
    'sale',
    'in',
    'stock',
    'x',
    '?',
    '.',
  )
  const text = fc.oneof(
    fc.array(word, { maxLength: 4 }).map((text) => text.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  const clear =
    /^(?:not sold|unsold|no|n|false|f|0|-|✗|✘|off|yes|y|true|t|1|x|✓|✔|on|available(?: now)?|(?:for|on) sale|in stock)[.! ]*$/i
  fc.assert(
    fc.property(text, fc.constantFrom('is_available', 'sold', 'status'), (cell, column) => {
      try {
        if (/^(?:for sale|not sold)$/.test(readAvailability(cell, column)))
          expect(cell.trim().replace(/\s+/g, ' ')).toMatch(clear)
      } catch (error) {
        expect(error).toBeInstanceOf(CellError)
      }
    }),
    { numRuns: 2_000 },
  )
})

describe('several columns together', () => {
  const combine = (...value: Parameters<typeof combineAvailability>[0][number]['value'][]) =>
    combineAvailability(value.map((each, index) => ({ name: `c${index}`, cell: each, value: each })))

  it('several columns together give the most cautious result', () => {
    expect(combine()).toBe(null)
    expect(combine('sold', 'not for sale')).toBe('sold')
    expect(combine('not sold', 'not for sale')).toBe('not for sale')
    expect(combine('not sold', 'for sale')).toBe('for sale')
    expect(combine('not sold')).toBe('not sold')
  })

  it.each([
    ['sold', 'for sale'],
    ['not sold', 'sold'],
    ['for sale', 'not for sale'],
  ] as const)('several columns are refused where one says %s and another %s', (...value) => {
    expect(() => combine(...value)).toThrow(`“c0” (${value[0]}) and “c1” (${value[1]}) contradict each other`)
  })
})
