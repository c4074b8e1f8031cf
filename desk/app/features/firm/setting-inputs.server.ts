/** Converts between settings and form inputs, which only contain text. The schema validates the values. */
import {
  SETTINGS,
  type SettingField,
  type SettingInput,
  type SettingName,
} from '#services/settings/definitions.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import type { Typed } from '../../ui/form-answer.ts'
import type { ValuedField } from '../../ui/form-fields.tsx'
import { parsePercent } from './percent.ts'

interface SettingInputs {
  /** The names of the inputs. */
  names: readonly string[]
  read(typed: Typed): unknown
  /** The input to which a fault belongs. */
  inputOf(path: readonly PropertyKey[], typed: Typed): string
  /** As the page shows them; those of a row stand side by side. */
  fieldsWith(value: unknown): readonly (ValuedField | readonly ValuedField[])[]
}

type Conversion = { write(value: unknown): string[]; read(given: readonly string[]): unknown }

const TEXT: Conversion = { write: (value) => [String(value ?? '')], read: ([text = '']) => text }

const CONVERSIONS: Record<NonNullable<SettingInput['holds']>, Conversion> = {
  number: {
    ...TEXT,
    read: ([text = '']) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim()),
  },
  lines: {
    write: (lines) => [(lines as string[]).join('\n')],
    read: ([text = '']) =>
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean),
  },
  percent: {
    write: (rate) => [rate === '' ? '' : String(Number((Number(rate) * 100).toFixed(2)))],
    read: ([text = '']) => parsePercent(text) ?? undefined,
  },
}

function conversionOf({ holds, input }: SettingInput): Conversion {
  if (holds) return CONVERSIONS[holds]
  if (input === 'checks') return { write: (chosen) => [...(chosen as string[])], read: (chosen) => chosen }
  return input === 'radios' ? { ...TEXT, read: ([chosen]) => chosen || null } : TEXT
}

/** @param name a setting in a group */
export function inputsOf(name: SettingName): SettingInputs {
  const { label, field } = SETTINGS[name] as { label: string; field: SettingField | null }
  if (field === null) throw new Error(`The setting ${name} has no inputs`)
  const { group: _, ...input } = field
  return input.parts ? partInputs(name, input) : oneInput(name, label, input)
}

function oneInput(
  name: string,
  label: string,
  { hint, isOptional, ...field }: SettingInput & { hint?: string },
): SettingInputs {
  const { write, read } = conversionOf(field)
  return {
    names: [name],
    read: (typed) => read(typed[name] ?? []),
    inputOf: () => name,
    fieldsWith: (value) => [
      {
        ...shownOf(field),
        name,
        label: hint ? `${label}, ${hint}` : label,
        required: !isOptional,
        value: write(value),
      },
    ],
  }
}

interface Parts {
  parts: Readonly<Record<string, SettingInput & { label: string }>>
  times?: number
}

type Item = Readonly<Record<string, unknown>> | null

/** An object with an input for each property, or a list of such objects. Rows without a text are left out. */
function partInputs(setting: string, { parts, times }: Parts): SettingInputs {
  const keys = Object.keys(parts)
  const rows = Array.from({ length: times ?? 1 }, (_, index) =>
    Object.fromEntries(keys.map((key) => [key, `${setting}${capitalised(key)}${times ? index + 1 : ''}`])),
  )
  const partOf = (key: string) => parts[key] as SettingInput & { label: string }
  const textIn = (typed: Typed, row: Record<string, string>, key: string) =>
    typed[row[key] ?? '']?.[0]?.trim() ?? ''
  const filled = (typed: Typed) => rows.filter((row) => keys.some((key) => textIn(typed, row, key) !== ''))
  const itemsOf = (value: unknown) => (times ? value : [value]) as readonly Item[]
  const textsOf = (item: Item | undefined, key: string) => conversionOf(partOf(key)).write(item?.[key] ?? '')
  return {
    names: rows.flatMap((row) => Object.values(row)),
    read(typed) {
      const items = filled(typed).map((row) =>
        Object.fromEntries(
          keys.map((key) => [key, conversionOf(partOf(key)).read([textIn(typed, row, key)])]),
        ),
      )
      return times ? items : (items[0] ?? null)
    },
    inputOf(path, typed) {
      const [row, key] = times ? path : [0, path[0]]
      return (filled(typed)[Number(row)] ?? rows[0])?.[String(key ?? keys[0])] ?? ''
    },
    fieldsWith(value) {
      const shown = rows.map((row, index) =>
        keys.map((key) => ({
          ...shownOf(partOf(key)),
          name: row[key] ?? '',
          label: partOf(key).label.replace('{n}', String(index + 1)),
          value: textsOf(itemsOf(value)[index], key),
        })),
      )
      return times ? shown : shown.flat()
    },
  }
}

const shownOf = ({ holds: _, ...field }: SettingInput) => field

/** The submitted input values of these settings. */
export function typedIn(form: FormData, names: readonly SettingName[]): Typed {
  return Object.fromEntries(
    names
      .flatMap((name) => inputsOf(name).names)
      .map((input) => [input, form.getAll(input).filter((value) => typeof value === 'string')]),
  )
}
