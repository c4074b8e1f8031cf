const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** '2026-07-01T12:00:00Z' → '1 Jul 2026, 13:00', the time of London */
export const inWords = (iso: string): string => DATE_AND_TIME.format(new Date(iso))
