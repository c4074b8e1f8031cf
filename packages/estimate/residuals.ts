// The residuals that ship with the model: its estimates for lots that it was not trained on, and their hammer prices.
// The file names no registration and sorts rows by their own text, so that positions reveal nothing.

import {
  CONFIDENCES,
  type Confidence,
  REFUSAL_REASONS,
  type RefusalReason,
  roundToTwoFigures,
} from './estimate.ts'
import { formatMonth, parseMonth } from './lot.ts'

/** One lot: an estimate made from earlier auctions alone, and the price. */
export interface Residual {
  /** Months since January of year 0, as in `Lot`. */
  month: number
  /** The system of the registration, such as 'prefix'. */
  kind: string
  /** Whole pounds with two significant figures; for refused lots, the estimate that the model would have given. */
  estimateGbp: number
  lowGbp: number
  highGbp: number
  /** The confidence that visitors would have seen, or the reason of the refusal. */
  answer: Confidence | RefusalReason
  /** The median of earlier sales of the same format. */
  naiveGbp: number
  /** The hammer price divided by the estimate, to four significant figures. */
  ratio: number
}

/** How much two sales of the same registration differ, which no estimate can predict. */
export interface RepeatSales {
  pairs: number
  /** Half of the mean squared difference of the log prices, which is the variance of one sale. */
  variance: number
  /** 0.36: in half of the pairs, the higher price exceeds the lower by more than 36 %. */
  medianDifference: number
}

export interface Residuals {
  rows: Residual[]
  /** Null if no registration was sold twice. */
  repeats: RepeatSales | null
}

export const isRefused = ({ answer }: Pick<Residual, 'answer'>): boolean =>
  !CONFIDENCES.some((confidence) => confidence === answer)

/** In whole pounds, to the four significant figures of the ratio. */
export const hammerOf = ({ estimateGbp, ratio }: Residual): number =>
  Math.max(1, Math.round(estimateGbp * ratio))

/** Replaces infinity as the upper end of a range, for systems with hardly any data. */
const MAX_PRICE_GBP = 100_000_000

/** Rounds figures in pounds for the published file. */
export function makeResidual({
  hammerGbp,
  ...unrounded
}: Omit<Residual, 'ratio'> & { hammerGbp: number }): Residual {
  const estimateGbp = roundToTwoFigures(unrounded.estimateGbp)
  return {
    ...unrounded,
    estimateGbp,
    lowGbp: Math.min(estimateGbp, roundToTwoFigures(unrounded.lowGbp)),
    highGbp: Math.max(estimateGbp, roundToTwoFigures(Math.min(unrounded.highGbp, MAX_PRICE_GBP))),
    naiveGbp: roundToTwoFigures(unrounded.naiveGbp),
    ratio: toFourFigures(hammerGbp / estimateGbp),
  }
}

const toFourFigures = (number: number) => Number(number.toPrecision(4))

const TITLE = '# Plateworthy residuals, version 1'
const COLUMNS = 'month,kind,estimate,low,high,answer,naive,ratio'
const NO_REPEATS = 'none'

/** The text of the file. The same rows in any order give the same bytes. */
export function writeResiduals({ rows, repeats }: Residuals): string {
  const described = repeats
    ? `${repeats.pairs} pairs, variance ${toFourFigures(repeats.variance)}, median difference ${toFourFigures(repeats.medianDifference)}`
    : NO_REPEATS
  const lines = rows.map(writeRow).sort()
  return `${[TITLE, `# rows: ${rows.length}`, `# sold twice: ${described}`, COLUMNS, ...lines].join('\n')}\n`
}

function writeRow(row: Residual): string {
  const { month, kind, estimateGbp, lowGbp, highGbp, answer, naiveGbp, ratio } = row
  return [formatMonth(month), kind, estimateGbp, lowGbp, highGbp, answer, naiveGbp, ratio].join(',')
}

/** @throws Error that names the line, for a file that is truncated, of another version, or edited by hand */
export function parseResiduals(text: string): Residuals {
  const [title, count, repeats, columns, ...lines] = text.split('\n')
  if (title !== TITLE) throw new Error('The residuals are not a file of version 1')
  if (columns !== COLUMNS) throw new Error(`The residuals have other columns than ${COLUMNS}`)
  if (lines.pop() !== '') throw new Error('The residuals are cut short: the last line does not end')
  const [, expected] = /^# rows: (\d+)$/.exec(count ?? '') ?? []
  if (lines.length === 0 || Number(expected) !== lines.length)
    throw new Error(`The residuals are cut short: ${lines.length} rows of ${expected ?? 'an unknown number'}`)
  const rows = lines.map((line, index) => {
    if (index > 0 && line < (lines[index - 1] ?? ''))
      throw new Error(`Line ${index + 5} of the residuals is out of order`)
    return readRow(line, index + 5)
  })
  return { rows, repeats: readRepeats(repeats ?? '') }
}

const ROW =
  /^(\d{4}-\d\d),([a-z]+(?:-[a-z]+)*),([1-9]\d{0,8}),([1-9]\d{0,8}),([1-9]\d{0,8}),([a-z-]+),([1-9]\d{0,8}),(\d+(?:\.\d+)?)$/

function readRow(line: string, number: number): Residual {
  const fault = (what: string) =>
    new Error(`Line ${number} of the residuals has ${what}: ${line.slice(0, 100)}`)
  const [, time = '', kind = '', ...cells] = ROW.exec(line) ?? []
  if (kind === '') throw fault('not the form of a row')
  const month = parseMonth(time)
  if (month === null) throw fault('no month')
  const [estimateGbp = 0, lowGbp = 0, highGbp = 0, , naiveGbp = 0, ratio = 0] = cells.map(Number)
  const answer = [...CONFIDENCES, ...REFUSAL_REASONS].find((known) => known === cells[3])
  if (answer === undefined) throw fault('an unknown answer')
  if (![estimateGbp, lowGbp, highGbp, naiveGbp].every((price) => price === roundToTwoFigures(price)))
    throw fault('a price of more than two figures')
  if (lowGbp > estimateGbp || estimateGbp > highGbp) throw fault('an estimate outside its range')
  if (ratio <= 0 || ratio !== toFourFigures(ratio)) throw fault('no ratio of four figures')
  return { month, kind, estimateGbp, lowGbp, highGbp, answer, naiveGbp, ratio }
}

const REPEATS =
  /^# sold twice: (?:none|([1-9]\d*) pairs, variance (0\.\d+|\d+(?:\.\d+)?), median difference (\d+(?:\.\d+)?))$/

function readRepeats(line: string): RepeatSales | null {
  const match = REPEATS.exec(line)
  if (!match) throw new Error('The residuals do not say how far apart repeated sales are')
  if (match[1] === undefined) return null
  return { pairs: Number(match[1]), variance: Number(match[2]), medianDifference: Number(match[3]) }
}
