/**
 * Moments as both databases store and compare them. SQLite compares their texts, so that one moment must have one text: ISO 8601 in
 * UTC with `+00:00`, and no zeros at the end of the fraction.
 */
declare const brand: unique symbol

/** '2026-11-28T14:41:38.285+00:00' */
export type Time = string & { readonly [brand]: true }

export const toTime = (at: Date): Time =>
  `${at
    .toISOString()
    .slice(0, -1)
    .replace(/\.?0+$/, '')}+00:00` as Time

/** @param ms after a moment; negative before it */
export const timeFrom = (at: Date, ms: number): Time => toTime(new Date(at.getTime() + ms))

/** Later than the row's last change even if the clock went back, because `updated_at` detects conflicts. */
export function laterThan(before: Time, now: Time): Time {
  return now > before ? now : toTime(new Date(Date.parse(before) + 1))
}

/** @returns null for anything but a text that `toTime` or a database made */
export const readTime = (text: string): Time | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/.test(text) && !Number.isNaN(Date.parse(text))
    ? (text as Time)
    : null

/** Reads PostgreSQL's text, '2026-11-28 14:41:38.285123+00', whose six digits it keeps, in a session of any time zone. */
export function readTimestamp(text: string): Time {
  const [, second = '', fraction = '', zone = ''] =
    /^(\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::\d\d)?)$/.exec(text) ?? []
  const iso = `${second.replace(' ', 'T')}${zone.length === 3 ? `${zone}:00` : zone}`
  return `${new Date(iso).toISOString().slice(0, -5)}${fraction}+00:00` as Time
}
