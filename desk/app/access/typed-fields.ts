/** A hidden field of forms whose texts would be lost with the page, because they keep no draft (`useDraft`). */
export const GIVEN_BACK = 'given_back_id'

/** Whether a field is never sent back, whatever becomes of its form. */
export const isSecret = (name: string): boolean =>
  /^csrf$|password|code|secret|token|^passkey$|^current$/i.test(name)

/** What only programs read. */
const HIDDEN = /intent|batch|seen|(?:^|_)id$/i

const MACHINE_MADE = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\dT[\d:.+Z-]+)$/i

/** The entered values of a form, so that a refusal can show them again. */
export type TypedField = readonly [name: string, value: string]

/** Secrets, files and hidden ids are omitted. */
export function typedFields(form: FormData): TypedField[] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' &&
    value.trim() !== '' &&
    !isSecret(name) &&
    !HIDDEN.test(name) &&
    !MACHINE_MADE.test(value)
      ? [[name, value] as const]
      : [],
  )
}
