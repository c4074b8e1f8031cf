/** Parses and validates a plate that a person enters. Used by the desk's forms. */

import {
  CellError,
  readAskingPrice,
  readImageAddress,
  readLine,
  readText,
  readYesNo,
} from '#shared/cells/fields.ts'
import { readRegistration } from '#shared/cells/parse-row.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatGbp } from '#shared/text/money.ts'
import { InvalidInput } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import { readCost, readDay, readDocument } from './stock-columns.ts'
import type { PlateDetails, PublicColumns, StockPlate } from './stock-store.ts'

type PublicField =
  | 'registration'
  | 'priceGbp'
  | 'category'
  | 'description'
  | 'detailedDescription'
  | 'imageUrl'
  | 'priceReason'
  | 'isFeature'
type PrivateField = 'costGbp' | 'boughtOn' | 'document' | 'documentNumber' | 'documentExpiresOn' | 'notes'

type PlateField = PublicField | PrivateField

/** The entered texts. A missing field stays unchanged; an empty one removes the value. */
export type PlateForm = Partial<Record<PlateField, string>>

/** The values of a form or any other change. */
export interface PlateValues {
  plate: Partial<PublicColumns>
  details: Partial<PlateDetails>
}

function readPastDay(text: string): string {
  const day = readDay(text)
  if (day > londonDay(new Date())) throw new CellError(`${day} is in the future`)
  return day
}

/** The parser of the same column in lists, so that forms and imports accept the same. */
function ofList(column: string) {
  const field = tableSpecs.plates.fields.find((known) => known.column === column)
  if (!field) throw new Error(`Lists have no column ${column}`)
  return field.read
}

interface FieldSpec {
  label: string
  read(text: string): string | number | boolean
  /** The text may name a customer, so the audit trail omits it. */
  isConfidential?: true
  cannotBeEmpty?: true
}

const PUBLIC_FIELDS: Record<PublicField, FieldSpec> = {
  registration: { label: 'registration', read: String, cannotBeEmpty: true },
  priceGbp: { label: 'price', read: readAskingPrice },
  category: { label: 'category', read: ofList('category') as FieldSpec['read'] },
  description: { label: 'description', read: ofList('description') as FieldSpec['read'] },
  detailedDescription: {
    label: 'page text',
    read: ofList('detailed_description') as FieldSpec['read'],
  },
  imageUrl: { label: 'picture', read: readImageAddress },
  priceReason: { label: 'reason for the price', read: ofList('price_reason') as FieldSpec['read'] },
  isFeature: { label: 'featured', read: readYesNo, cannotBeEmpty: true },
}

const PRIVATE_FIELDS: Record<PrivateField, FieldSpec> = {
  costGbp: { label: 'cost', read: readCost },
  boughtOn: { label: 'bought on', read: readPastDay },
  document: { label: 'document', read: readDocument },
  documentNumber: { label: 'document number', read: readLine(100) },
  documentExpiresOn: { label: 'document expires on', read: readDay },
  notes: { label: 'notes', read: readText(5000), isConfidential: true },
}

const FIELDS: Record<PlateField, FieldSpec> = { ...PUBLIC_FIELDS, ...PRIVATE_FIELDS }

export interface PlateFormOptions {
  /** Accepts registrations of unknown systems. */
  allowDoubtful?: boolean | undefined
}

/** @throws InvalidInput with a sentence for each invalid field */
export function readPlateForm(
  form: PlateForm,
  { allowDoubtful = false }: PlateFormOptions = {},
): PlateValues {
  const values: PlateValues = { plate: {}, details: {} }
  const fields: Record<string, string> = {}
  for (const [name, text] of Object.entries(form)) {
    if (text === undefined) continue
    const field = name as PlateField
    try {
      const value = readField(field, cleanText(text), allowDoubtful)
      Object.assign(field in PUBLIC_FIELDS ? values.plate : values.details, { [field]: value })
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      fields[field] = sentence(error.message)
    }
  }
  refuseFields(fields)
  return values
}

function readField(field: PlateField, text: string, allowDoubtful: boolean) {
  const { label, read, cannotBeEmpty } = FIELDS[field]
  if (text === '') {
    if (cannotBeEmpty) throw new CellError(`${label} cannot be empty`)
    return null
  }
  if (field === 'registration')
    return String(readRegistration(tableSpecs.plates, text, allowDoubtful).row.plate_number)
  return read(text)
}

/** @throws InvalidInput if a field is wrong */
export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new InvalidInput(Object.values(fields).join(' '), fields)
}

export const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

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
  const parts = Object.entries({ ...plate, ...details }).flatMap(([name, value]) => {
    const field = FIELDS[name as PlateField]
    if (!field) return []
    if (field.isConfidential) return `${field.label} ${value === null ? 'removed' : 'changed'}`
    return `${field.label} ${show(name, existing[name as keyof StockPlate])} → ${show(name, value)}`
  })
  return parts.join('; ')
}

function show(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'number') return field.endsWith('Gbp') ? formatGbp(value) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeLine(String(value).replace(/\s+/g, ' '), MAX_SHOWN)
}
