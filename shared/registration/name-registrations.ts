import { formatList, plural } from '../text/format.ts'

const MAX_NAMED = 3
const MAX_REFUSED = 20

/** For the audit trail: 'AB 1', 'AB 1, AB 2 and AB 3', 'AB 1, AB 2, AB 3 and 37 more plates'. */
export const namePlates = (registrations: readonly string[]) => nameUpTo(registrations, MAX_NAMED)

/** For a refusal, whose plates a person has to check. */
export const nameRefused = (registrations: readonly string[], more = 'more plate') =>
  nameUpTo(registrations, MAX_REFUSED, more)

/** @param more names the others: 'more plate' */
export function nameUpTo(registrations: readonly string[], max: number, more = 'more plate'): string {
  if (registrations.length <= max) return formatList(registrations)
  const rest = registrations.length - max
  return formatList([...registrations.slice(0, max), plural(rest, more)])
}

export const isOrAre = ({ length }: readonly string[]) => (length === 1 ? 'is' : 'are')

export const hasOrHave = ({ length }: readonly string[]) => (length === 1 ? 'has' : 'have')
