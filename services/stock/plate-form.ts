/** Parses and validates a plate that a person enters. Used by the desk's forms. */

import { CellError } from '#shared/cells/fields.ts'
import { readRegistration } from '#shared/cells/parse-row.ts'
import { type PlateForm, type StockColumn, stockColumn } from '#shared/plates/columns.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatGbp } from '#shared/text/money.ts'
import { readFields } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import type { PlateValues, StockPlate } from './stock-types.ts'

export interface PlateFormOptions {
  /** Accepts registrations of unknown systems. */
  allowDoubtful?: boolean | undefined
}

/**
 * A missing field stays unchanged; an empty one removes the value.
 * @throws InvalidInput with a sentence for each invalid field
 */
export function readPlateForm(
  form: PlateForm,
  { allowDoubtful = false }: PlateFormOptions = {},
): PlateValues {
  const readers: Record<string, () => unknown> = {}
  for (const [property, text] of Object.entries(form))
    if (text !== undefined)
      readers[property] = () =>
        readField(stockColumn(property as keyof PlateForm), cleanText(text), allowDoubtful)
  const values: PlateValues = { plate: {}, details: {} }
  for (const [property, value] of Object.entries(readFields(readers)))
    Object.assign(values[stockColumn(property as keyof PlateForm).part], { [property]: value })
  return values
}

function readField({ property, type, label, read, form }: StockColumn, text: string, allowDoubtful: boolean) {
  if (text === '') {
    if (!type.endsWith('?')) throw new CellError(`${label} cannot be empty`)
    return null
  }
  if (property === 'registration') return readRegistration(text, allowDoubtful).registration
  const value = read?.(text)
  if (form?.isPast && String(value) > londonDay(new Date())) throw new CellError(`${value} is in the future`)
  return value
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
    const { label, form } = stockColumn(property as keyof StockPlate)
    const value = values[property as keyof StockPlate]
    if (!form) return []
    if (form.isConfidential) return `${label} ${value === null ? 'removed' : 'changed'}`
    return `${label} ${show(existing[property as keyof StockPlate])} → ${show(value)}`
  })
  return parts.join('; ')
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'number') return formatGbp(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeLine(String(value).replace(/\s+/g, ' '), MAX_SHOWN)
}
