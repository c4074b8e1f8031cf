import { redirect } from 'react-router'
import type { Refusal } from '#services/people/types.ts'
import { plural } from '#shared/text/format.ts'
import { answerForm } from '../ui/form-answer.server.ts'
import { withReturn } from './own-path.ts'

interface RefusalWords {
  /** For `refused`: says what to do, but never which of two things was wrong. */
  refused: string
  /** Beside which `refused` is shown. */
  field?: string
  /** The page to return to after the second factor. */
  page?: string
}

/**
 * Answers a refusal of services/people on the page of the form: beside the field, if the form has it.
 * @param more what this page alone shows
 * @throws a redirect to the second factor if that is missing
 */
export function answerRefusal<More extends object = object>(
  form: FormData,
  refusal: Refusal,
  { refused, field, page = '/account' }: RefusalWords,
  more = {} as More,
) {
  const answer = (message: string, init: number | ResponseInit, at?: string) =>
    answerForm(form, { message, fields: at && form.has(at) ? { [at]: message } : {} }, init, {
      ok: false as const,
      ...more,
    })
  switch (refusal.reason) {
    case 'invalid':
      return answer(refusal.message, 400, refusal.field)
    case 'slow-down': {
      const headers = { 'Retry-After': String(refusal.retryAfterSeconds) }
      const message = `Too many attempts. Try again ${inWords(refusal.retryAfterSeconds)}.`
      return answer(message, { status: 429, headers })
    }
    case 'expired':
      return answer('That took too long or was already used. Start again.', 400)
    case 'second-factor':
      throw redirect(withReturn('/confirm', page))
    case 'refused':
      return answer(refused, 400, field)
  }
}

const inWords = (seconds: number) =>
  seconds < 90 ? `in ${plural(seconds, 'second')}` : `in ${Math.ceil(seconds / 60)} minutes`
