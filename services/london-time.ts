/** Days, times and months in London, where the firm is: at UTC, or an hour ahead in summer. */
import { isDay, longDay } from '#shared/text/format.ts'
import { londonDay, toLondon } from '#shared/text/london-day.ts'

export { londonDay, toLondon }

const HOUR_MS = 3_600_000

/** '2026-02-27' and 2 give '2026-03-01'. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** '2026-06-01T00:30:00Z' → '2026-06' */
export const monthOf = (at: Date) => londonDay(at).slice(0, 7)

export const isMonth = (text: string) => /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** '2026-06' → from 2026-05-31T23:00:00.000Z (summer time) until 2026-06-30T23:00:00.000Z. @throws RangeError */
export function monthBounds(month: string): { from: string; until: string } {
  const next = isMonth(month) ? addDays(`${month}-28`, 4).slice(0, 7) : ''
  const [from, until] = [month, next].map((one) => parseLondon(`${one}-01`, '00:00')?.at.toISOString())
  if (!from || !until) throw new RangeError(`Not a month: ${month}`)
  return { from, until }
}

/** 'Wednesday, 1 July 2026 at 09:30' */
export const formatLondonTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })

/** '1 July 2026 at 9.30am' */
export function describeLondon(at: Date): string {
  const { day, time } = toLondon(at)
  return `${longDay(day)} at ${clock(time)}`
}

function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`
}

interface LondonMoment {
  at: Date
  /** Explains in one sentence how a skipped or repeated time was interpreted. */
  note: string | null
}

/**
 * The moment of a London day and time, such as '2027-03-28' and '09:30'. A repeated time means its first occurrence; a
 * skipped time moves one hour later. `note` explains either case.
 * @returns null if the day or time is invalid
 */
export function parseLondon(day: string, time: string): LondonMoment | null {
  if (!isDay(day) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  const asUtc = new Date(`${day}T${time}:00Z`)
  // London is at UTC or UTC+1. Try the earlier moment first.
  const moments = [new Date(asUtc.getTime() - HOUR_MS), asUtc].filter((at) => {
    const shown = toLondon(at)
    return shown.day === day && shown.time === time
  })
  const [first, second] = moments
  if (first && second)
    return {
      at: first,
      note: `${clock(time)} comes twice on ${longDay(day)}, because the clocks go back. The first is used, in British Summer Time.`,
    }
  if (first) return { at: first, note: null }
  return {
    at: asUtc,
    note: `There is no ${clock(time)} on ${longDay(day)}, because the clocks go forward. ${clock(toLondon(asUtc).time)} is used instead.`,
  }
}
