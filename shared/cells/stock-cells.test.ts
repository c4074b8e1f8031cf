import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type PlateDocument,
  readDay,
  readDocument,
  readFutureDay,
  readPastDay,
  refuseSeveralDocuments,
  splitDocument,
} from './stock-cells.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['12/03/98', '1998-03-12'],
  ['12/03/26', '2026-03-12'],
  ['12-Mar-99', '1999-03-12'],
  ['March 12, ’98', '1998-03-12'],
  ['12/03/2024', '2024-03-12'],
  ['July 12, 2024', '2024-07-12'],
  ['2024/07/12', '2024-07-12'],
  ['2024-06-30T23:00:00.000Z', '2024-07-01'],
  ['45750', '2025-04-03'],
  ['Mar-98', '1998-03-01'],
  ['Mar 2024', '2024-03-01'],
  ['03/2024', '2024-03-01'],
  ['2024-03', '2024-03-01'],
])('the day of a purchase %s is %s', (cell, day) => {
  expect(readPastDay(cell)).toBe(day)
})

it.each([
  ['12/03/35', '2035-03-12'],
  ['12/03/75', '2075-03-12'],
  ['12/03/98', '1998-03-12'],
  ['Mar-33', '2033-03-01'],
  ['03/33', '2033-03-01'],
  ['March 2033', '2033-03-01'],
  ['July 12, 2030', '2030-07-12'],
  ['2030-06-30T23:00:00.000Z', '2030-07-01'],
  ['51000', '2039-08-18'],
])('the day of an expiry %s is %s', (cell, day) => {
  expect(readFutureDay(cell)).toBe(day)
})

it.each(['31/02/2024', '31/06/2030', '12/31/2030', '2030', 'Q3 2030', 'soon', '1/1/1949', '25-Apr', '45'])(
  'the day %s of a list is refused',
  (cell) => {
    expect(() => readPastDay(cell)).toThrow('is not a day')
    expect(() => readFutureDay(cell)).toThrow('is not a day')
  },
)

it('the day that a form has is never a month', () => {
  expect(readDay('12/3/2026')).toBe('2026-03-12')
  for (const month of ['Mar-33', '03/2033', 'March 2033'])
    expect(() => readDay(month)).toThrow('is not a day')
})

it.each<[string, PlateDocument]>([
  ['V750', 'V750'],
  ['v 750', 'V750'],
  ['V.750', 'V750'],
  ['certificate of entitlement', 'V750'],
  ['cert of entitlement', 'V750'],
  ['Cert. of Entitlement', 'V750'],
  ['entitlement', 'V750'],
  ['entitlement cert', 'V750'],
  ['C of E', 'V750'],
  ['COE', 'V750'],
  ['V778', 'V778'],
  ['v-778', 'V778'],
  ['retention', 'V778'],
  ['ret', 'V778'],
  ['Ret.', 'V778'],
  ['on ret', 'V778'],
  ['ret cert', 'V778'],
  ['ret doc', 'V778'],
  ['retention cert', 'V778'],
  ['retention document', 'V778'],
  ['Retained', 'V778'],
  ['on retention', 'V778'],
  ['V778 (retention)', 'V778'],
  ['V5', 'vehicle'],
  ['V5C', 'vehicle'],
  ['log book', 'vehicle'],
  ['Logbook', 'vehicle'],
  ['on car', 'vehicle'],
  ['on a vehicle', 'vehicle'],
  ['on veh', 'vehicle'],
  ['on motorbike', 'vehicle'],
  ['assigned', 'vehicle'],
])('the document “%s” is %s and nothing more', (cell, document) => {
  expect(readDocument(cell)).toBe(document)
  expect(splitDocument(cell)).toEqual({ document, number: '', saysMore: false })
})

it.each([
  ['V778 A/123', { document: 'V778', number: 'A/123', saysMore: false }],
  ['ret cert no 123456', { document: 'V778', number: '123456', saysMore: false }],
  ['V778 in the safe', { document: 'V778', number: '', saysMore: true }],
])('the document “%s” has a number, or says more', (cell, expected) => {
  expect(splitDocument(cell)).toEqual(expected)
})

it.each([
  ['V750/V778', 'V750 and V778'],
  ['V778 or V750', 'V750 and V778'],
  ['retention / cert of entitlement', 'V750 and V778'],
  ['V778 on car', 'V778 and vehicle'],
])('the document “%s” names %s, and so is none', (cell, documents) => {
  for (const read of [readDocument, refuseSeveralDocuments])
    expect(() => read(cell)).toThrow(`names more than one document: ${documents}`)
  expect(splitDocument(cell)).toBeNull()
})

it.each(['retail', 'Secret', 'carton', 'coed', 'V77', 'paper', ''])('%s is no document', (cell) => {
  expect(() => readDocument(cell)).toThrow('is not one of V750, V778, vehicle')
  refuseSeveralDocuments(cell)
})
