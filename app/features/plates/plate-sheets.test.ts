import { expect, test } from 'vitest'
import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { cutIntoSheets, SHEET, SHEET_MARGIN, TAB_WIDTH } from './plate-sheets.ts'

const REGISTRATIONS = [
  '7 W',
  '1 MWS',
  'KWB 527',
  'H34 VEN',
  'BU57 LER',
  'L129 KDW',
  'BIG 5926',
  '111 1',
  'ABCDEFGH 1234',
]

test.each(REGISTRATIONS)('the sheets of %s make up the whole plate, and each fits', (registration) => {
  const drawing = drawPlate(registration)
  const pieces = cutIntoSheets(drawing)
  expect(pieces[0]?.from).toBe(0)
  expect(pieces.at(-1)?.to).toBe(drawing.width)
  for (const [index, { from, to }] of pieces.entries()) {
    expect(pieces[index + 1]?.from ?? to).toBe(to)
    const tab = index > 0 ? TAB_WIDTH : 0
    expect(tab + to - from).toBeLessThanOrEqual(SHEET.width - 2 * SHEET_MARGIN)
  }
})

test.each([
  ['7 W', 260],
  // Between M and W, not through a character.
  ['1 MWS', 256],
  // These have no gap near the middle.
  ['TW 5', 260],
])('the sheets of %s join %i mm from the left', (registration, join) => {
  expect(cutIntoSheets(drawPlate(registration)).map(({ to }) => to)).toEqual([join, 520])
})
