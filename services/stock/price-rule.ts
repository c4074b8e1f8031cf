/** A rule that changes many prices at once. Preview and change use the same function. */

import { CellError, readPrice } from '#shared/cells/fields.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { oneOf } from '#shared/form/form-parsers.ts'
import { formatGbp } from '#shared/text/money.ts'
import { readForm } from '../changes/refusal.ts'
import type { StockPlate } from './stock-types.ts'

export interface PriceRule {
  direction: 'up' | 'down'
  by: 'percent' | 'pounds'
  /** 5 is 5%, or £5. Percentages have two decimals at most. */
  amount: number
  /** New prices are rounded to multiples of this many pounds. */
  roundTo: number
}

interface PriceChange {
  id: string
  registration: string
  beforeGbp: number
  afterGbp: number
  /** The `updatedAt` of the plate as it was read. */
  seenAt: string
}

export interface PricePreview {
  changes: PriceChange[]
  /** Plates whose price does not change because of rounding. */
  unchanged: string[]
  /** Plates without a price. */
  unpriced: string[]
}

const ROUNDING_STEPS = [1, 5, 10, 50, 100, 500] as const
const MAX_PRICE_GBP = 2_147_483_647
const MAX_PERCENT_UP = 1000

/** Pure, so that the written prices equal the preview. */
export function previewPrices(
  plates: readonly Pick<StockPlate, 'id' | 'registration' | 'priceGbp' | 'updatedAt'>[],
  rule: PriceRule,
): PricePreview {
  const preview: PricePreview = { changes: [], unchanged: [], unpriced: [] }
  for (const { id, registration, priceGbp, updatedAt } of plates) {
    if (priceGbp === null) {
      preview.unpriced.push(registration)
      continue
    }
    const afterGbp = newPrice(priceGbp, rule)
    if (afterGbp === priceGbp) preview.unchanged.push(registration)
    else preview.changes.push({ id, registration, beforeGbp: priceGbp, afterGbp, seenAt: updatedAt })
  }
  return preview
}

/**
 * £1,250 up 5% to the nearest 50 is £1,300. Never below £1; a price that is too small for the step is rounded to whole
 * pounds instead. Rounding never turns a rise into a cut or a cut into a rise: such a price stays the same.
 */
export function newPrice(priceGbp: number, { direction, by, amount, roundTo }: PriceRule): number {
  const sign = direction === 'up' ? 1 : -1
  // In hundredths of a percent, since 0.05 and the like have no exact binary value.
  const exact =
    by === 'percent'
      ? (priceGbp * (10_000 + sign * Math.round(amount * 100))) / 10_000
      : priceGbp + sign * amount
  const stepped = Math.round(exact / roundTo) * roundTo
  const rounded = stepped > 0 ? stepped : Math.round(exact)
  const after = Math.min(Math.max(rounded, 1), MAX_PRICE_GBP)
  return direction === 'up' ? Math.max(after, priceGbp) : Math.min(after, priceGbp)
}

/** As entered: amount '7.5', roundTo '50'. */
export const PRICE_RULE_FIELDS = {
  direction: { label: 'Direction', ...oneOf({ up: 'Up', down: 'Down' }) },
  amount: { label: 'By how much', inputMode: 'decimal', required: true, parse: readAmount },
  by: { label: 'Unit', ...oneOf({ percent: 'Per cent', pounds: 'Pounds' }) },
  roundTo: {
    label: 'To the nearest',
    options: ROUNDING_STEPS.map((step) => [String(step), formatGbp(step)] as const),
    parse: readStep,
  },
} as const satisfies Record<string, FormField>

/** @throws InvalidInput with a sentence for each invalid field */
export const readPriceRule = (form: Partial<Record<keyof typeof PRICE_RULE_FIELDS, string>>): PriceRule =>
  readForm(PRICE_RULE_FIELDS, form, '')

function readAmount(text: string, _: string, { by, direction }: { by?: string; direction?: string }): number {
  const [isPounds, isDown] = [by === 'pounds', direction === 'down']
  const amount = isPounds ? readPrice(text) : readPercent(text)
  if (amount === 0) throw new CellError('enter more than 0')
  if (!isPounds && isDown && amount >= 100) throw new CellError('a price cannot fall by 100% or more')
  if (!isPounds && amount > MAX_PERCENT_UP)
    throw new CellError(`a price cannot rise by more than ${MAX_PERCENT_UP}% at once`)
  return amount
}

function readPercent(text: string): number {
  const match = /^(\d{1,4}(?:\.\d{1,2})?)\s*%?$/.exec(text.trim())
  if (!match) throw new CellError('enter a percentage such as 5 or 7.5')
  return Number(match[1])
}

function readStep(text: string): number {
  const step = readPrice(text)
  if (step < 1 || step > 10_000) throw new CellError('enter a step in pounds such as 5, 10 or 50')
  return step
}

/** 'up 5% to the nearest £50', 'down £100' */
export function describeRule({ direction, by, amount, roundTo }: PriceRule): string {
  const rounding = roundTo === 1 ? '' : ` to the nearest ${formatGbp(roundTo)}`
  return `${direction} ${by === 'percent' ? `${amount}%` : formatGbp(amount)}${rounding}`
}
