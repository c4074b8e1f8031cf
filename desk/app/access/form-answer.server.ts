import { data, redirect } from 'react-router'
import type { Field, Refusal } from '#services/people/types.ts'
import { plural } from '#shared/text/format.ts'
import { withReturn } from './own-path.ts'

/** What a form shows after it was refused. */
export interface FormError {
  /** Null if the error concerns the whole form. */
  field: Field | null
  message: string
}

interface RefusalWords {
  /** For `refused`: says what to do, but never which of two things was wrong. */
  refused: string
  /** The page to return to after the second factor. */
  page?: string
}

/**
 * Answers a refusal of services/people on the page of the form.
 * @param kept the entered values, without secrets
 * @throws a redirect to the second factor if that is missing
 */
export function answerRefusal<Kept extends object = object>(
  refusal: Refusal,
  { refused, page = '/account' }: RefusalWords,
  kept = {} as Kept,
) {
  const answer = (message: string, status: number, field: Field | null = null, headers?: HeadersInit) =>
    data({ ok: false as const, error: { field, message } satisfies FormError, kept }, { status, headers })
  switch (refusal.reason) {
    case 'invalid':
      return answer(refusal.message, 400, refusal.field)
    case 'slow-down':
      return answer(`Too many attempts. Try again ${inWords(refusal.retryAfterSeconds)}.`, 429, null, {
        'Retry-After': String(refusal.retryAfterSeconds),
      })
    case 'expired':
      return answer('That took too long or was already used. Start again.', 400)
    case 'second-factor':
      throw redirect(withReturn('/confirm', page))
    case 'refused':
      return answer(refused, 400)
  }
}

const inWords = (seconds: number) =>
  seconds < 90 ? `in ${plural(seconds, 'second')}` : `in ${Math.ceil(seconds / 60)} minutes`
