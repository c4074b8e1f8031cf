/** Converts between settings and form inputs, which only contain text. The schema validates the values. */
import {
  SETTINGS,
  type SettingField,
  type SettingInput,
  type SettingName,
} from '#services/settings/definitions.ts'
import type { Typed } from '../../ui/form-answer.ts'
import type { ValuedField } from '../../ui/form-fields.tsx'
import { parsePercent } from './percent.ts'

interface SettingInputs {
  /** `email`, `telephone.hours`, `claims.2.figure`: the place of what each holds, which a fault names. */
  names: readonly string[]
  read(typed: Typed): unknown
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

/** An object with an input for each property, or a list of such objects, of which those without a text are null. */
function partInputs(setting: string, { parts, times }: Parts): SettingInputs {
  const rows = Array.from({ length: times ?? 1 }, (_, index) =>
    Object.entries(parts).map(([key, { label, ...input }]) => ({
      ...shownOf(input),
      ...conversionOf(input),
      key,
      name: [setting, ...(times ? [index] : []), key].join('.'),
      label: label.replace('{n}', String(index + 1)),
    })),
  )
  return {
    names: rows.flat().map(({ name }) => name),
    read(typed) {
      const items = rows.map((row) => {
        const texts = row.map(({ name }) => typed[name]?.[0]?.trim() ?? '')
        if (texts.every((text) => text === '')) return null
        return Object.fromEntries(row.map(({ key, read }, index) => [key, read([texts[index] ?? ''])]))
      })
      return times ? items : items[0]
    },
    fieldsWith(value) {
      const items = (times ? value : [value]) as readonly (Readonly<Record<string, unknown>> | null)[]
      const shown = rows.map((row, index) =>
        row.map(({ key, read: _, write, ...field }) => ({
          ...field,
          value: write(items[index]?.[key] ?? ''),
        })),
      )
      return times ? shown : shown.flat()
    },
  }
}

const shownOf = ({ holds: _, ...field }: SettingInput) => field

/** The input of a fault: the first one at its place. */
export const inputAt = (name: SettingName, path: readonly PropertyKey[]) =>
  inputsOf(name).names.find((input) => `${input}.`.startsWith(`${[name, ...path].join('.')}.`)) ?? name
