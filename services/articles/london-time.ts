/**
 * Publication times are entered in London time. At the clock changes, one hour is skipped in March and another occurs
 * twice in October.
 */
import { longDay } from '../../app/shared/format.ts'

interface LondonMoment {
  at: Date
  /** Explains in one sentence how a skipped or repeated time was interpreted. */
  note: string | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** '2026-07-01' and '09:30' from 08:30 UTC on that day. */
export function toLondon(at: Date): { day: string; time: string } {
  const parts = Object.fromEntries(FORMAT.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

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

/**
 * The moment of a London day and time, such as '2027-03-28' and '09:30'. A repeated time means its first occurrence; a
 * skipped time moves one hour later. `note` explains either case.
 * @returns null if the day or time is invalid
 */
export function parseLondon(day: string, time: string): LondonMoment | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null
  const asUtc = new Date(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== `${day}T${time}`) return null
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
