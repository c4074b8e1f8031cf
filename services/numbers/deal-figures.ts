import type { Reader } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { dealsMadeSince, dealsSoldBetween } from '../deals/deal-store.ts'
import { median } from '../enquiries/first-answer.ts'
import { londonDay, monthBounds } from '../london-time.ts'

export interface DealFigures {
  quotes: number
  /** Of these, how many led to a sale. */
  won: number
  /** From the enquiry to the sale, the median; null without a sale. */
  medianDays: number | null
}

const DAY_MS = 86_400_000
const LAST_DAY = '9999-12-31'

/** Quotes made, and plates sold through them, since the beginning of a month in London. */
export async function readDealFigures(reader: Reader, since: string): Promise<DealFigures> {
  const [made, sold] = await Promise.all([
    dealsMadeSince(reader, toTime(new Date(monthBounds(since).from))),
    dealsSoldBetween(reader, `${since}-01`, LAST_DAY),
  ])
  const quotes = made.filter(({ kind }) => kind === 'sale')
  const sales = sold.filter(({ kind }) => kind === 'sale')
  const asked = await readDays(reader, [...new Set(sales.map(({ enquiryId }) => enquiryId))])
  const waits = sales.flatMap(({ enquiryId, soldOn }) => {
    const day = asked.get(enquiryId)
    return day && soldOn ? Math.max(0, (Date.parse(soldOn) - Date.parse(day)) / DAY_MS) : []
  })
  return {
    quotes: quotes.length,
    won: quotes.filter(({ soldOn }) => soldOn).length,
    medianDays: median(waits),
  }
}

/** The days in London on which enquiries arrived; one that has been removed is missing. */
async function readDays(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const enquiries = reader.selectFrom('enquiries').select(['id', 'createdAt']).where('id', 'in', ids)
  return new Map((await enquiries.execute()).map(({ id, createdAt }) => [id, londonDay(new Date(createdAt))]))
}
