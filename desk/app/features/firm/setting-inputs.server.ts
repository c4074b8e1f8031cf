/** Converts between settings and form inputs, which only contain text. The schema validates the values. */
import { SETTINGS, type SettingField, type SettingName } from '#services/settings/definitions.ts'
import { type Inputs, OWN_INPUTS, type Typed, typedText } from './own-inputs.ts'

const CONVERSIONS: Record<
  Exclude<SettingField['input'], 'own'>,
  { write(value: unknown): string; read(given: string): unknown }
> = {
  line: { write: (value) => String(value ?? ''), read: (given) => given },
  number: {
    write: String,
    read: (given) => (/^\d{1,9}$/.test(given.trim()) ? Number(given) : given.trim()),
  },
  lines: {
    write: (lines) => (lines as string[]).join('\n'),
    read: (given) =>
      given
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean),
  },
  choice: { write: (value) => String(value ?? ''), read: (given) => given || null },
}

/** @param name a setting in a group */
export function inputsOf(name: SettingName): Inputs<unknown> {
  const { field } = SETTINGS[name]
  if (field === null) throw new Error(`The setting ${name} has no inputs`)
  if (field.input === 'own') return OWN_INPUTS[name as keyof typeof OWN_INPUTS] as Inputs<unknown>
  const { write, read } = CONVERSIONS[field.input]
  return {
    names: [name],
    write: (value) => ({ [name]: [write(value)] }),
    read: (typed) => read(typedText(typed, name)),
    inputOf: () => name,
  }
}

/** The submitted input values of these settings. */
export function typedOf(form: FormData, names: readonly SettingName[]): Typed {
  return Object.fromEntries(
    names
      .flatMap((name) => inputsOf(name).names)
      .map((input) => [input, form.getAll(input).filter((value) => typeof value === 'string')]),
  )
}
