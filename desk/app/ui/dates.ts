import { londonDay, toLondon } from '#services/london-time.ts'
import { longMonth, plural, shortDay } from '#shared/text/format.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export { shortDay } from '#shared/text/format.ts'

/** '3 Dec' this year, else '3 Jan 2027'. */
export const nearDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day).slice(0, -5) : shortDay(day)

/** In London: '14:05' today, '3 Nov' this year, else '3 Nov 2025'. */
export function shortMoment(moment: string, today: string): string {
  const { day, time } = toLondon(new Date(moment))
  if (day === today) return time
  return nearDay(day, today)
}

/** '3 Nov 2026, 14:05', in London. */
export function fullMoment(moment: string): string {
  const { day, time } = toLondon(new Date(moment))
  return `${shortDay(day)}, ${time}`
}

/** In London: 'just now', 'today, 14:05', 'yesterday, 09:30', '3 Nov 2026'. */
export function recentMoment(moment: string, now: Date): string {
  const at = new Date(moment)
  if (Math.abs(now.getTime() - at.getTime()) < 120_000) return 'just now'
  const { day, time } = toLondon(at)
  if (day === londonDay(now)) return `today, ${time}`
  return day === londonDay(new Date(now.getTime() - DAY_MS)) ? `yesterday, ${time}` : shortDay(day)
}

/** Months that may have enquiries, newest first, as options: '2026-11' and 'November 2026'. */
export function recentMonths(latest: string, count: number): [month: string, label: string][] {
  const [year = 0, month = 0] = latest.split('-').map(Number)
  return Array.from({ length: count + 1 }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    return [value, longMonth(value)]
  })
}

/** How long something waits: '5 minutes', '3 hours', '12 days'. */
export function ageOf(moment: string, now: string): string {
  const ms = Math.max(0, Date.parse(now) - Date.parse(moment))
  if (ms < 60_000) return 'a moment'
  if (ms < HOUR_MS) return plural(Math.floor(ms / 60_000), 'minute')
  return ms < 2 * DAY_MS ? plural(Math.floor(ms / HOUR_MS), 'hour') : plural(Math.floor(ms / DAY_MS), 'day')
}

/** Days between two dates as 2026-11-23; negative if the second is earlier. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
