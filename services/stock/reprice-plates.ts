import type { Database } from '#data/tables.ts'
import { plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeResult, type PlateRef, readPlates, writeChange } from './change-plates.ts'
import { describeRule, type PricePreview, type PriceRule, previewPrices } from './price-rule.ts'

interface RepriceResult extends ChangeResult {
  preview: PricePreview
}

/**
 * Changes the prices of many plates by one rule, all or none; plates without a price are skipped.
 * @param refs with `seenAt` of the preview, so that the written prices equal the preview
 * @throws ChangeRefusal, ChangeConflict
 */
export async function bulkPrice(
  database: Database,
  refs: readonly PlateRef[],
  rule: PriceRule,
  actor: Actor,
): Promise<RepriceResult> {
  const preview = previewPrices(await readPlates(database, refs), rule)
  const result = await writeChange(database, {
    actor,
    action: 'reprice',
    change: describePreview(preview, rule),
    changes: preview.changes.map(({ id, seenAt, afterGbp }) => ({
      id,
      seenAt,
      plate: { priceGbp: afterGbp },
    })),
  })
  return { ...result, preview }
}

function describePreview({ changes }: PricePreview, rule: PriceRule): string {
  const [first] = changes
  if (changes.length === 1 && first)
    return `${first.registration} ${formatGbp(first.beforeGbp)} → ${formatGbp(first.afterGbp)}`
  return `${plural(changes.length, 'price')} ${describeRule(rule)}`
}
