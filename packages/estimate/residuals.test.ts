import { expect, it, test } from 'vitest'
import { roundToTwoFigures } from './estimate.ts'
import { formatMonth, parseMonth } from './lot.ts'
import { hammerOf, makeResidual, parseResiduals, type Residual, writeResiduals } from './residuals.ts'

const MONTH = parseMonth('2025-03') as number

const ROWS: Residual[] = [
  makeResidual({
    month: MONTH,
    kind: 'figures-first',
    estimateGbp: 3149.6,
    lowGbp: 1204,
    highGbp: 7781,
    answer: 'low',
    naiveGbp: 2210,
    hammerGbp: 2510,
  }),
  makeResidual({
    month: MONTH - 1,
    kind: 'prefix',
    estimateGbp: 640,
    lowGbp: 290,
    highGbp: 2000,
    answer: 'wide-range',
    naiveGbp: 515,
    hammerGbp: 14_010,
  }),
]
const REPEATS = { pairs: 239, variance: 0.157_34, medianDifference: 0.358_21 }

const FILE = `# Plateworthy residuals, version 1
# rows: 2
# sold twice: 239 pairs, variance 0.1573, median difference 0.3582
month,kind,estimate,low,high,answer,naive,ratio
2025-02,prefix,640,290,2000,wide-range,520,21.89
2025-03,figures-first,3100,1200,7800,low,2200,0.8097
`

test.each([
  [1, 1],
  [0.3, 1],
  [94.9, 95],
  [1249, 1200],
  [1250, 1300],
  [99_600, 100_000],
])('£%d to two figures is £%i', (price, rounded) => {
  expect(roundToTwoFigures(price)).toBe(rounded)
})

test.each([
  ['2024-12', 24_299],
  ['2025-01', 24_300],
])('%s is month %i', (text, month) => {
  expect(parseMonth(text)).toBe(month)
  expect(formatMonth(month)).toBe(text)
})

test.each(['2025-13', '2025-00', '2025', '25-01', ''])('“%s” is no month', (text) => {
  expect(parseMonth(text)).toBeNull()
})

it('the file of residuals is the same for the same rows in any order, so that positions reveal nothing', () => {
  expect(writeResiduals({ rows: ROWS, repeats: REPEATS })).toBe(FILE)
  expect(writeResiduals({ rows: ROWS.toReversed(), repeats: REPEATS })).toBe(FILE)
})

it('the file of residuals round-trips', () => {
  const { rows, repeats } = parseResiduals(FILE)
  expect(rows).toEqual(ROWS.toReversed())
  expect(repeats).toEqual({ pairs: 239, variance: 0.1573, medianDifference: 0.3582 })
  const none = writeResiduals({ rows: ROWS, repeats: null })
  expect(parseResiduals(none).repeats).toBeNull()
  expect(writeResiduals(parseResiduals(none))).toBe(none)
})

it('the file of residuals gives the price to the precision of the ratio', () => {
  expect(parseResiduals(FILE).rows.map(hammerOf)).toEqual([14_010, 2510])
})

test.each([
  ['of another version', FILE.replace('version 1', 'version 2'), 'not a file of version 1'],
  ['without rows', FILE.split('\n').slice(0, 4).join('\n').concat('\n'), 'cut short: 0 rows of 2'],
  ['cut between two rows', `${FILE.split('\n').slice(0, 5).join('\n')}\n`, 'cut short: 1 rows of 2'],
  ['cut within a row', FILE.slice(0, -4), 'the last line does not end'],
  ['that is empty', '', 'not a file of version 1'],
  ['with other columns', FILE.replace('month,kind', 'kind,month'), 'other columns'],
  [
    'with a registration',
    FILE.replace('figures-first', 'AB12CDE'),
    'Line 6 of the residuals has not the form',
  ],
  ['with an unknown answer', FILE.replace(',low,2200', ',sure,2200'), 'an unknown answer'],
  ['with a month that is none', FILE.replace('2025-03', '2025-19'), 'Line 6 of the residuals has no month'],
  ['with a price to the pound', FILE.replace('3100', '3149'), 'more than two figures'],
  ['with an estimate below its range', FILE.replace('3100', '310'), 'outside its range'],
  ['with a ratio of 0', FILE.replace('21.89', '0'), 'no ratio'],
  ['with rows out of order', FILE.replace('2025-02', '2025-04'), 'Line 6 of the residuals is out of order'],
  ['without the repeated sales', FILE.replace('sold twice', 'sold'), 'how far apart repeated sales are'],
])('a file of residuals %s is refused', (_, text, message) => {
  expect(() => parseResiduals(text)).toThrow(message)
})
