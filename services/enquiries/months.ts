/** Months in London time. */

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

export const isMonth = (text: string) => MONTH.test(text)

/** '2026-06' → from 2026-05-31T23:00:00.000Z (summer time) until 2026-06-30T23:00:00.000Z. @throws RangeError */
export function monthBounds(month: string): { from: string; until: string } {
  const [, year, number] = MONTH.exec(month) ?? []
  if (!year) throw new RangeError(`Not a month: ${month}`)
  return {
    from: londonMidnight(Number(year), Number(number) - 1),
    until: londonMidnight(Number(year), Number(number)),
  }
}

/** '2026-06-01T00:30:00Z' → '2026-06' */
export const monthOf = (moment: Date) =>
  moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }).slice(0, 7)

/** The first moment of a month. */
function londonMidnight(year: number, month: number): string {
  const utc = new Date(Date.UTC(year, month, 1))
  const hour = Number(
    utc.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' }),
  )
  return new Date(utc.getTime() - hour * 3_600_000).toISOString()
}
