import { setImmediate } from 'node:timers/promises'
import { type AlertCriteria, matchPlates, matchSold, parseCriteria } from '#shared/alerts/criteria.ts'
import type { Alert } from './alert-store.ts'
import type { StockEvent } from './news.ts'

export interface MatchedAlert {
  alert: Alert
  criteria: AlertCriteria
  news: StockEvent[]
}

/** Alerts per slice; between slices the site answers other requests. */
const SLICE_MS = 10

/** Matches alerts with news that is newer than their confirmation. Alerts with the same criteria are matched once. */
export async function matchAlerts(
  alerts: readonly Alert[],
  news: readonly StockEvent[],
): Promise<MatchedAlert[]> {
  const forSale = news.filter(({ kind }) => kind !== 'sold')
  const sold = news.filter(({ kind }) => kind === 'sold')
  const matched: MatchedAlert[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const [text, alike] of Map.groupBy(alerts, ({ criteria }) => criteria)) {
    if (performance.now() > sliceEnd) {
      await setImmediate()
      sliceEnd = performance.now() + SLICE_MS
    }
    const criteria = parseCriteria(new URLSearchParams(text))
    if (!criteria) continue
    const found = [...matchPlates(criteria, forSale), ...matchSold(criteria, sold)]
    if (found.length === 0) continue
    for (const alert of alike) {
      const since = Date.parse(alert.confirmedAt ?? '')
      const newToAlert = found.filter(({ at }) => Date.parse(at) >= since)
      if (newToAlert.length > 0) matched.push({ alert, criteria, news: newToAlert })
    }
  }
  return matched
}
