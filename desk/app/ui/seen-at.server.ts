import { data } from 'react-router'
import { isDay } from '#shared/text/format.ts'
import { textOf } from './text-of.ts'

/** As the database writes it, in the time zone that it is set to: '2026-12-01T09:30:00.123456+00:00' */
const MOMENT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5]):[0-5]\d$/

export const isStoredMoment = (text: string): boolean =>
  MOMENT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))

/**
 * The `updated_at` of what the person saw, from a hidden field: without it a change would replace what somebody else
 * has changed since.
 * @throws a 400 response if it is missing or unreadable, which no page of ours sends
 */
export function seenAtOf(form: FormData): string {
  const seenAt = textOf(form, 'seenAt')
  if (!isStoredMoment(seenAt)) throw data(null, 400)
  return seenAt
}
