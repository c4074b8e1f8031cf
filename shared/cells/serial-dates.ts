/** Spreadsheets store a date as a number of days, and the time as its fraction. */

const DAY_MS = 86_400_000

/** '2025-11-26', with 'T14:30' if it has a time; only '14:30' below one day. */
export function formatSerialDate(serial: number, is1904 = false): string {
  const minutes = Math.round(serial * 1440)
  const time = new Date(minutes * 60_000).toISOString().slice(11, 16)
  if (serial < 0 || serial > 2_958_466) return String(serial)
  if (minutes < 1440 && !is1904) return time
  const days = Math.floor(minutes / 1440)
  // Lotus 1-2-3, and so Excel, has a 29 February 1900, which is day 60.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const date = new Date(epoch + days * DAY_MS).toISOString().slice(0, 10)
  return minutes % 1440 === 0 ? date : `${date}T${time}`
}
