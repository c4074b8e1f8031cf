import { describe, expect, it } from 'vitest'
import { combineAvailability, readAvailability } from './availability.ts'

describe('a cell of a column Sold', () => {
  it.each([
    ...['yes', 'Y', 'true', '1', 'x', 'X', '✓', 'sold', 'SOLD', ' Sold. ', 'SOLD!', 'sold 12.3.24'],
    ...['Sold - 12/03/2024', 'sold to Mr Patel', 'sold (£4,500)', '12.3.24', '12/03/2024', 'March 2024'],
  ])('%j says sold', (cell) => {
    expect(readAvailability(cell, 'sold')).toBe('sold')
  })
  it.each(['no', 'N', 'false', '0', '-', 'not sold', 'unsold'])('%j says not sold', (cell) => {
    expect(readAvailability(cell, 'sold')).toBe('not sold')
  })
  it.each(['sold?', 'maybe', 'ask Dave', '2024', '£4,500', 'sold - fell through', 'soldier', '2'])(
    '%j is refused',
    (cell) => {
      expect(() => readAvailability(cell, 'sold')).toThrow(cell)
    },
  )
})

describe('a cell of a column Status', () => {
  it.each([
    ...[
      'SSTC',
      'stc',
      'Sold STC',
      'sold subject to contract',
      'Under offer',
      'UNDER OFFER (Ann)',
      'reserved',
    ],
    ...['Reserved – J. Café', 'withdrawn', 'Withdrawn from sale', 'on hold', 'Not for sale', 'unavailable'],
  ])('%j says not for sale', (cell) => {
    expect(readAvailability(cell, 'status')).toBe('not for sale')
  })
  it.each(['available', 'AVAILABLE', 'For sale', 'In  stock'])('%j says for sale', (cell) => {
    expect(readAvailability(cell, 'status')).toBe('for sale')
  })
  it.each(['yes', 'no', 'x', '1', 'pending?', 'reserved?', 'no longer reserved', 'withdrawn, back in stock'])(
    '%j is refused',
    (cell) => {
      expect(() => readAvailability(cell, 'status')).toThrow('says neither')
    },
  )
})

it.each([
  ['yes', 'for sale'],
  ['no', 'not for sale'],
  ['Sold', 'sold'],
  ['reserved', 'not for sale'],
  ['for sale', 'for sale'],
] as const)('a cell of a column Available: %j says %s', (cell, says) => {
  expect(readAvailability(cell, 'is_available')).toBe(says)
})

describe('several columns together', () => {
  const combine = (...says: Parameters<typeof combineAvailability>[0][number]['says'][]) =>
    combineAvailability(says.map((each, index) => ({ name: `c${index}`, cell: each, says: each })))

  it('say the least that follows from them', () => {
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
  ] as const)('are refused where one says %s and another %s', (...says) => {
    expect(() => combine(...says)).toThrow(`“c0” (${says[0]}) and “c1” (${says[1]}) contradict each other`)
  })
})
