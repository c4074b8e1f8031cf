import { MONTHS, plural } from '../../../app/shared/format.ts'
import { londonDay } from '../../../services/stock/london-day.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** '2026-11-03' gives '3 Nov 2026'. */
export function shortDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${year}`
}

/** In London: '14:05' today, '3 Nov' this year, else '3 Nov 2025'. */
export function shortMoment(moment: string, today: string): string {
  const date = new Date(moment)
  const day = londonDay(date)
  if (day === today) return londonTime(date)
  return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day).slice(0, -5) : shortDay(day)
}

/** '3 Nov 2026, 14:05', in London. */
export function fullMoment(moment: string): string {
  const date = new Date(moment)
  return `${shortDay(londonDay(date))}, ${londonTime(date)}`
}

const londonTime = (date: Date) =>
  date.toLocaleTimeString('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

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
