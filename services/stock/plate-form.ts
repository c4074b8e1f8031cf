/** The form of a plate: its fields, what their texts become, and what a change is called. */

import { CellError } from '#shared/cells/fields.ts'
import { readRegistration } from '#shared/cells/parse-row.ts'
import type { FormField } from '#shared/form/form-field.ts'
import {
  type PlateForm,
  STOCK_COLUMNS,
  type StockColumn,
  stockColumn,
  titleOf,
} from '#shared/plates/columns.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatGbp } from '#shared/text/money.ts'
import { readForm } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import type { PlateValues, StockPlate } from './stock-types.ts'

/** The fields of the columns that forms have. */
export const PLATE_FIELDS = Object.fromEntries(
  STOCK_COLUMNS.filter(({ form }) => form).map((column) => [column.property, fieldOf(column)]),
) as Record<keyof PlateForm, FormField>

function fieldOf(column: StockColumn): FormField {
  const { property, type, label, read, form } = column
  return {
    label: titleOf(column),
    ...form,
    parse(text, today, { unusual }) {
      const cell = cleanText(text)
      if (property === 'registration' && cell) return readRegistration(cell, unusual === 'yes').registration
      if (cell) return read?.(cell, today)
      if (!type.endsWith('?')) throw new CellError(`${label} cannot be empty`)
      return null
    },
  }
}

/** As entered, and whether a registration of an unknown system is meant. */
export type TypedPlate = PlateForm & { unusual?: string }

/**
 * A missing field stays unchanged; an empty one removes the value.
 * @throws InvalidInput with a sentence for each invalid field
 */
export function readPlateForm(typed: TypedPlate): PlateValues {
  const fields = Object.entries(PLATE_FIELDS).filter(([name]) => typed[name as keyof PlateForm] !== undefined)
  const read = readForm(Object.fromEntries(fields), typed, londonDay(new Date()))
  const values: PlateValues = { plate: {}, details: {} }
  for (const [property, value] of Object.entries(read))
    Object.assign(values[stockColumn(property as keyof PlateForm).part], { [property]: value })
  return values
}

/** The values that differ from the plate. */
export function changedValues(existing: StockPlate, { plate, details }: PlateValues): PlateValues {
  const other = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => (existing[name as keyof StockPlate] ?? null) !== value,
      ),
    )
  return { plate: other(plate), details: other(details) }
}

export const isEmptyChange = ({ plate, details }: PlateValues) =>
  Object.keys(plate).length + Object.keys(details).length === 0

const MAX_SHOWN = 40

/**
 * Describes the change for people and for the audit trail: 'price £950 → £900; description none → Cheap; notes
 * changed'.
 */
export function describeChanges(existing: StockPlate, { plate, details }: PlateValues): string {
  const values: Partial<StockPlate> = { ...plate, ...details }
  const parts = Object.keys(values).flatMap((property) => {
    const { label, form, isConfidential } = stockColumn(property as keyof StockPlate)
    const value = values[property as keyof StockPlate]
    if (!form) return []
    if (isConfidential) return `${label} ${value === null ? 'removed' : 'changed'}`
    const before = showPlateValue(existing[property as keyof StockPlate], excerpt)
    return `${label} ${before} → ${showPlateValue(value, excerpt)}`
  })
  return parts.join('; ')
}

const excerpt = (text: string) => escapeLine(text.replace(/\s+/g, ' '), MAX_SHOWN)

/** 'none', '£950', 'yes', or the text. */
export function showPlateValue(value: unknown, ofText: (text: string) => string): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'number') return formatGbp(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return ofText(String(value))
}
