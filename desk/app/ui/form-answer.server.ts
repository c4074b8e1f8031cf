import { data } from 'react-router'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { isSecret } from '../access/typed-fields.ts'
import type { Answer, Typed } from './form-answer.ts'

/** Without what was sent as it was shown (`shown_name`), which may be something else by now. */
export function typedOf(form: FormData): Typed {
  const typed: Record<string, string[]> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && !isSecret(name) && value !== form.get(`shown_${name}`))
      typed[name] = [...(typed[name] ?? []), value]
  return typed
}

type Refused = Partial<Pick<Answer, 'fields' | 'message'>>

/** The page of the form again, with what was typed. `more` is what this page alone shows. */
export const answerForm = <More extends object = object>(
  form: FormData,
  { fields = {}, message = null }: Refused,
  init: number | ResponseInit = 400,
  more = {} as More,
) => data<Answer & More>({ typed: typedOf(form), fields, message, ...more }, init)

/** @throws the error, unless it is a refusal by the rules */
export function refusedOf(error: unknown): Required<Pick<Answer, 'fields'>> & { message: string } {
  if (error instanceof ChangeRefusal) return { message: error.message, fields: error.fields }
  throw error
}
