/**
 * Numbers, days and lists as the British write them. Written out here because the first formatter of `Intl` makes a
 * phone fetch the rules of its locale: some 20 ms on a desk, 80 to 150 ms at a quarter of its speed, in the very
 * moment in which a page comes to life.
 */

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** A whole number with its thousands apart: 285000 gives '285,000'. A fraction is rounded, a half away from nothing. */
export function formatNumber(number: number): string {
  const whole = Math.round(Math.abs(number))
  const digits = (Number.isFinite(whole) ? BigInt(whole) : whole).toString()
  return `${number < 0 && whole > 0 ? '-' : ''}${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}`
}

/** The day of a date or moment, in UTC: '2026-11-20' gives '20 November 2026'. */
export function longDay(isoDate: string): string {
  const date = new Date(isoDate)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** 'A, B and C' */
export function formatList(text: readonly string[]): string {
  return text.length < 2 ? text.join() : `${text.slice(0, -1).join(', ')} and ${text.at(-1)}`
}
