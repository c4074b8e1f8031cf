import { PLATE_FIELDS, type TypedPlate } from '#services/stock/plate-form.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { pick } from '#shared/data/pick.ts'
import { type PlateForm, STOCK_COLUMNS, type StockColumn } from '#shared/plates/columns.ts'
import { formatNumber } from '#shared/text/format.ts'
import { fieldsWith, type ValuedField } from '../../ui/form-fields.tsx'
import { textOf } from '../../ui/text-of.ts'

type FieldName = keyof PlateForm

/** The layout, with pairs side by side; a column that is not in it comes last in its part. */
const PLACES: Record<StockColumn['part'], readonly (readonly FieldName[])[]> = {
  plate: [['priceReason'], ['description'], ['detailedDescription'], ['category'], ['imageUrl']],
  details: [
    ['costGbp', 'boughtOn'],
    ['document', 'documentCheckedOn'],
    ['documentNumber', 'documentExpiresOn'],
    ['holder', 'nominee'],
  ],
}

const PLACED = new Set<string>(['registration', 'priceGbp', ...PLACES.plate.flat(), ...PLACES.details.flat()])

/** The columns on the site, and those that visitors cannot read. The registration is a field of its own. */
export function plateFields(plate: StockPlate | null) {
  const fieldsOf = (names: readonly FieldName[]): ValuedField[] =>
    fieldsWith(
      pick(PLATE_FIELDS, names),
      Object.fromEntries(names.map((name) => [name, storedText(plate?.[name])])),
    )
  const inPart = (part: StockColumn['part']) => [
    ...PLACES[part].flatMap((names) => (names.length > 1 ? [fieldsOf(names)] : fieldsOf(names))),
    ...fieldsOf(
      STOCK_COLUMNS.filter((column) => column.part === part && column.form)
        .map(({ property }) => property as FieldName)
        .filter((name) => !PLACED.has(name)),
    ),
  ]
  return { price: fieldsOf(['priceGbp']), onSite: inPart('plate'), forDesk: inPart('details') }
}

function storedText(value: StockPlate[keyof StockPlate] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : ''
  return typeof value === 'number' ? formatNumber(value) : String(value ?? '')
}

/** The entered texts, without those that the form does not have. */
export const typedPlateOf = (form: FormData): TypedPlate =>
  Object.fromEntries(
    [...Object.keys(PLATE_FIELDS), 'unusual']
      .filter((name) => form.has(name))
      .map((name) => [name, textOf(form, name)]),
  )
