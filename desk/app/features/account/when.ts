const DAY_MS = 86_400_000

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

/** 'just now', 'today, 14:05', 'yesterday, 09:30', '3 Nov 2026': London time, so that server and browser agree. */
export function when(iso: string, now: Date): string {
  const at = new Date(iso)
  if (Math.abs(now.getTime() - at.getTime()) < 120_000) return 'just now'
  if (DATE.format(at) === DATE.format(now)) return `today, ${TIME.format(at)}`
  if (DATE.format(at) === DATE.format(new Date(now.getTime() - DAY_MS)))
    return `yesterday, ${TIME.format(at)}`
  return DATE.format(at)
}
