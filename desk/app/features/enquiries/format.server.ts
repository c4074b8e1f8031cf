/** Formats London times on the server only, so that the browser cannot differ. */
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '23 Nov 2026, 10:14' */
export const formatMoment = (moment: string) => MOMENT.format(new Date(moment))

/** '2026-11' → 'November 2026' */
export const formatMonth = (month: string) => MONTH.format(new Date(`${month}-15`))

/** Months that may have enquiries, newest first. */
export function recentMonths(latest: string, count: number): { value: string; label: string }[] {
  const [year = 0, month = 0] = latest.split('-').map(Number)
  return Array.from({ length: count + 1 }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    return { value, label: formatMonth(value) }
  })
}
