/** A stock list of any length with the oddities of real ones, for end-to-end tests and benchmarks. */
import { oneSheet, type TestCell } from '../cli/make-workbook.ts'

const LETTERS = 'ABCDEFGHJKLMNPRSTVWXY'

/** Distinct registrations such as 'AB51 CDE'. */
export const registrationAt = (index: number) => {
  const letter = (step: number) => LETTERS[Math.floor(index / step) % LETTERS.length]
  return `${letter(1)}${letter(21)}${51 + (Math.floor(index / 441) % 24)} ${letter(1)}${letter(21)}X`
}

const priceAt = (index: number): TestCell => {
  if (index % 17 === 3) return 'POA'
  if (index % 13 === 5) return `${1 + (index % 9)}.5k`
  if (index % 19 === 7) return `${1 + (index % 9)},250 ono`
  if (index % 41 === 11) return `£${900 + index} + VAT`
  return 250 + ((index * 37) % 9_000)
}

const HEADINGS = [
  'Cherished No.',
  'Trade',
  'Retail £',
  'Sold?',
  'Cost',
  'Bought',
  'Cert no',
  'Expiry',
  'Notes',
]

const oddRows = (count: number): TestCell[][] =>
  Array.from({ length: count }, (_, index) => [
    index % 5 === 0 ? registrationAt(index).replace(' ', '').toLowerCase() : registrationAt(index),
    100,
    priceAt(index),
    index % 11 === 10 ? 'Y' : '',
    100 + (index % 400),
    { date: 45_000 + (index % 300) },
    index % 3 === 0 ? `C${100_000 + index}` : '',
    { date: 46_600 + (index % 900) },
    index % 7 === 0 ? 'From a private seller' : '',
  ])

export const oddWorkbook = (count: number): Buffer =>
  oneSheet(
    [
      ['SMITH CHERISHED NUMBERS'],
      [],
      ['Updated', { date: 45_850 }],
      [],
      HEADINGS,
      ...oddRows(count),
      [],
      ['Total', null, count],
    ],
    ['A1:I1'],
  )
