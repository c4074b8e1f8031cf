import { CellError } from '#shared/cells/fields.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { UserError } from '../user-error.ts'

/** A change of stock or of recorded sales that breaks a rule. Nothing has been written. */
export class ChangeRefusal extends UserError {
  override name = 'ChangeRefusal'
  /** A complete sentence for each invalid field or column. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.fields = fields
  }
}

/** The input is invalid; a ChangeRefusal of another kind is about the plates or sales themselves. */
export class InvalidInput extends ChangeRefusal {
  override name = 'InvalidInput'
}

/** @throws InvalidInput if a field is wrong */
export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new InvalidInput(Object.values(fields).join(' '), fields)
}

export function refuseField(name: string, message: string): never {
  throw new InvalidInput(message, { [name]: message })
}

export const sentence = (text: string) => `${capitalised(text)}.`

/**
 * Reads the fields of a form, of which one that is not sent is empty, then refuses all that are wrong at once.
 * @param today in London
 * @throws InvalidInput
 */
export function readForm<Fields extends Record<string, FormField>>(
  fields: Fields,
  typed: { readonly [Name in keyof Fields]?: string },
  today: string,
) {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [name, { parse }] of Object.entries(fields)) {
    try {
      values[name] = parse(typed[name] ?? '', today, typed)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      faults[name] = sentence(error.message)
    }
  }
  refuseFields(faults)
  return values as { [Name in keyof Fields]: ReturnType<Fields[Name]['parse']> }
}
