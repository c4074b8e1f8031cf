let format: Intl.DateTimeFormat | undefined

/** '2026-07-01' and '09:30' from 08:30 UTC on that day. */
export function toLondon(at: Date): { day: string; time: string } {
  // Made when it is first needed, since that takes long on a slow phone.
  format ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** '2026-07-01' from 23:00 UTC on 30 June. */
export const londonDay = (at: Date) => toLondon(at).day
