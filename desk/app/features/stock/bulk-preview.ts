import { type PriceRule, previewPrices } from '#services/stock/price-rule.ts'
import { hasPrice, type SimpleStatus, STATUS_LABELS } from '#services/stock/status-change.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { formatGbp } from '#shared/text/money.ts'

/** The change to apply to many plates. */
export type BulkChange =
  | { what: 'price'; rule: PriceRule }
  | { what: 'status'; status: SimpleStatus }
  | { what: 'feature'; isFeature: boolean }

interface PreviewLine {
  id: string
  seenAt: string
  registration: string
  before: string
  after: string
}

export interface BulkPreview {
  lines: PreviewLine[]
  /** The sums before and after a change of prices, in pounds, for the plates that change. */
  totals: { beforeGbp: number; afterGbp: number } | null
  /** Plates that stay unchanged, with the reason: 'without a price'. */
  left: { why: string; registrations: string[] }[]
}

/** Previews the change by the rules that will write it. */
export function previewBulk(plates: readonly StockPlate[], change: BulkChange): BulkPreview {
  if (change.what === 'price') return previewPrice(plates, change.rule)
  const isSame = (plate: StockPlate) =>
    change.what === 'status' ? plate.status === change.status : plate.isFeature === change.isFeature
  const isRefused = (plate: StockPlate) =>
    change.what === 'status' && change.status === 'for_sale' && !hasPrice(plate)
  const changing = plates.filter((plate) => !isSame(plate) && !isRefused(plate))
  const show = (plate: StockPlate) =>
    change.what === 'status' ? STATUS_LABELS[plate.status] : featured(plate.isFeature)
  const after = change.what === 'status' ? STATUS_LABELS[change.status] : featured(change.isFeature)
  return {
    lines: changing.map((plate) => ({
      id: plate.id,
      seenAt: plate.updatedAt,
      registration: plate.registration,
      before: show(plate),
      after,
    })),
    totals: null,
    left: leftOf([
      [
        'without a price, which a plate for sale needs',
        named(plates.filter((plate) => !isSame(plate) && isRefused(plate))),
      ],
      ['already as chosen', named(plates.filter(isSame))],
    ]),
  }
}

function previewPrice(plates: readonly StockPlate[], rule: PriceRule): BulkPreview {
  const { changes, unchanged, unpriced } = previewPrices(plates, rule)
  const sum = (of: 'beforeGbp' | 'afterGbp') => changes.reduce((total, change) => total + change[of], 0)
  return {
    lines: changes.map(({ id, seenAt, registration, beforeGbp, afterGbp }) => ({
      id,
      seenAt,
      registration,
      before: formatGbp(beforeGbp),
      after: formatGbp(afterGbp),
    })),
    totals: { beforeGbp: sum('beforeGbp'), afterGbp: sum('afterGbp') },
    left: leftOf([
      ['without a price', unpriced],
      ['whose price does not change after rounding', unchanged],
    ]),
  }
}

const leftOf = (groups: [why: string, registrations: string[]][]) =>
  groups.flatMap(([why, registrations]) => (registrations.length > 0 ? [{ why, registrations }] : []))

const named = (plates: readonly StockPlate[]) => plates.map(({ registration }) => registration)
const featured = (isFeature: boolean) => (isFeature ? 'Featured' : 'Not featured')
