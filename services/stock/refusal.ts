import { formatList, plural } from '#shared/text/format.ts'
import { UserError } from '../user-error.ts'

export const ALREADY_UNDONE = 'This change has already been undone.'

/** A change of stock that breaks a rule. Nothing has been written. */
export class StockRefusal extends UserError {
  override name = 'StockRefusal'
  /** Complete sentences, by the invalid field of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The plates that prevent the change. */
  readonly registrations: readonly string[]

  constructor(
    message: string,
    { fields = {}, registrations = [] }: { fields?: Record<string, string>; registrations?: string[] } = {},
  ) {
    super(message)
    this.fields = fields
    this.registrations = registrations
  }
}

/** The input is invalid; a StockRefusal of another kind is about the plates themselves. */
export class InvalidInput extends StockRefusal {
  override name = 'InvalidInput'
}

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

export const isOrAre = (registrations: readonly string[]) => (registrations.length === 1 ? 'is' : 'are')
