import { type AlertCriteria, matchPlates, matchSold, parseCriteria } from '#shared/alerts/criteria.ts'
import { createYielder } from '../create-yielder.ts'
import type { Alert } from './alert-store.ts'
import type { StockEvent } from './news.ts'

export interface MatchedAlert {
  alert: Alert
  criteria: AlertCriteria
  news: StockEvent[]
}

/** Matches alerts with news that is newer than their confirmation. Alerts with the same criteria are matched once. */
export async function matchAlerts(
  alerts: readonly Alert[],
  news: readonly StockEvent[],
): Promise<MatchedAlert[]> {
  const forSale = news.filter(({ kind }) => kind !== 'sold')
  const sold = news.filter(({ kind }) => kind === 'sold')
  const matched: MatchedAlert[] = []
  const yieldIfDue = createYielder()
  for (const [text, alike] of Map.groupBy(alerts, ({ criteria }) => criteria)) {
    await yieldIfDue()
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
