// British formats without `Intl`, whose first formatter takes 80 to 150 ms on a slow phone during hydration.

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** 285000 gives '285,000'. Rounds fractions, halves away from zero. */
export function formatNumber(number: number): string {
  const whole = Math.round(Math.abs(number))
  const digits = (Number.isFinite(whole) ? BigInt(whole) : whole).toString()
  return `${number < 0 && whole > 0 ? '-' : ''}${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}`
}

/** The UTC day of an ISO date or time: '2026-11-20' gives '20 November 2026'. */
export function longDay(isoDate: string): string {
  const date = new Date(isoDate)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** '2026-11-03' gives '3 Nov 2026'. */
export function shortDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${year}`
}

/** '2025-03' gives 'March 2025', as does any day of it. */
export const longMonth = (month: string) => `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** '2025-07', or '2025' if the month is unknown. */
export const isoMonth = (year: number, month: number | null) =>
  month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`

/** '2025-03' gives '2025-02', and '2025-01' '2024-12'. */
export const monthBefore = (month: string) =>
  new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7)

/** The UTC day, on the server as in the browser: '2026-11-22' */
export const isoToday = () => new Date().toISOString().slice(0, 10)

/** True for '2024-02-29', false for '2025-02-29' and '2024-2-29'. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  )
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function formatList(text: readonly string[]): string {
  return text.length < 2 ? text.join() : `${text.slice(0, -1).join(', ')} and ${text.at(-1)}`
}
