import {
  dealsAgainst,
  describePlateDeals,
  type PlateDeal,
  type PlateDeals,
} from '#services/deals/deals-concerned.ts'
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
  /** The deals that the change takes a plate from, which a person has to confirm. */
  deals: readonly PlateDeal[]
  /** What they are told; empty without deals. */
  question: string
}

/** Previews the change by the rules that will write it. @param deals of the plates, for a change of status */
export function previewBulk(
  plates: readonly StockPlate[],
  change: BulkChange,
  deals: PlateDeals,
): BulkPreview {
  if (change.what === 'price') return previewPrice(plates, change.rule)
  const isSame = (plate: StockPlate) =>
    change.what === 'status' ? plate.status === change.status : plate.isFeature === change.isFeature
  const isOffer = change.what === 'status' && change.status === 'for_sale'
  const isUnpriced = (plate: StockPlate) => isOffer && !isSame(plate) && !hasPrice(plate)
  const isHeld = (plate: StockPlate) =>
    isOffer && !isUnpriced(plate) && dealsAgainst([plate], { status: 'for_sale' }, deals).length > 0
  const changing = plates.filter((plate) => !isSame(plate) && !isUnpriced(plate) && !isHeld(plate))
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
      ['without a price, which a plate for sale needs', named(plates.filter(isUnpriced))],
      ['that somebody has agreed to buy', named(plates.filter(isHeld))],
      ['already as chosen', named(plates.filter(isSame))],
    ]),
    ...asking(change.what === 'status' ? dealsAgainst(changing, change, deals) : []),
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
    ...asking([]),
  }
}

const asking = (deals: readonly PlateDeal[]) => ({ deals, question: describePlateDeals(deals) })

const leftOf = (groups: [why: string, registrations: string[]][]) =>
  groups.flatMap(([why, registrations]) => (registrations.length > 0 ? [{ why, registrations }] : []))

const named = (plates: readonly StockPlate[]) => plates.map(({ registration }) => registration)
const featured = (isFeature: boolean) => (isFeature ? 'Featured' : 'Not featured')
