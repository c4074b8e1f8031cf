/** '2026-11-21 08:00 UTC' */
export const formatUtc = (isoTime: string) =>
  `${new Date(isoTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`
