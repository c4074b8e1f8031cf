/** A hidden field of forms whose texts are lost with the page, as they keep no draft (`useDraft`). */
export const GIVEN_BACK = 'given_back_id'

/** Never shown again: what proves who somebody is, and what only the machine reads. */
const HIDDEN = /pass|code|secret|token|csrf|response|current|intent|batch|seen|(?:^|_)id$/i

const MACHINE_MADE = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\dT[\d:.+Z-]+)$/i

/** What a person typed into a form, so that a refusal can give it back. */
export type TypedField = readonly [name: string, value: string]

/** Secrets, files and hidden ids are left out. */
export function typedFields(form: FormData): TypedField[] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' && !HIDDEN.test(name) && !MACHINE_MADE.test(value)
      ? [[name, value] as const]
      : [],
  )
}
