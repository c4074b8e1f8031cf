import type { StockPlate } from '#services/stock/stock-types.ts'
import {
  type PlateForm,
  STOCK_COLUMNS,
  type StockColumn,
  stockColumn,
  titleOf,
} from '#shared/plates/columns.ts'
import { formatNumber } from '#shared/text/format.ts'
import { Fields, type ValuedField } from '../../ui/form-fields.tsx'

type FormProperty = keyof PlateForm
type Place = FormProperty | readonly FormProperty[]

/** The layout, with pairs side by side; a column that is not in it comes last in its part. */
const PLACES: Record<StockColumn['part'], readonly Place[]> = {
  plate: ['priceGbp', 'priceReason', 'description', 'detailedDescription', 'category', 'imageUrl'],
  details: [
    ['costGbp', 'boughtOn'],
    ['document', 'documentCheckedOn'],
    ['documentNumber', 'documentExpiresOn'],
    ['holder', 'nominee'],
  ],
}

/** The registration is a field of its own. */
const FIELDS = STOCK_COLUMNS.filter(({ form, property }) => form && property !== 'registration')

/** The entered values; an unticked checkbox is not submitted. */
export function plateFormOf(form: FormData): PlateForm {
  const texts = FIELDS.flatMap(({ property, type }) => {
    const value = form.get(property)
    if (type === 'boolean') return form.has('featureShown') ? [[property, value === null ? 'no' : 'yes']] : []
    return typeof value === 'string' ? [[property, value]] : []
  })
  return Object.fromEntries(texts)
}

interface PlateFieldsProps {
  part: StockColumn['part']
  plate: StockPlate | null
  without?: FormProperty
}

/** The columns of one part: those on the site, or those that visitors cannot read. */
export function PlateFields({ part, plate, without }: PlateFieldsProps) {
  const fieldOf = (property: StockColumn['property']): ValuedField => {
    const { isPast: _, isConfidential: __, ...form } = stockColumn(property).form ?? {}
    return {
      label: titleOf(stockColumn(property)),
      ...form,
      name: property,
      value: storedText(plate?.[property]),
    }
  }
  const places = PLACES[part].filter((place) => place !== without)
  const placed = PLACES[part].flat()
  const others = FIELDS.filter(
    (column) => column.part === part && !placed.includes(column.property as FormProperty),
  )
  return (
    <>
      {part === 'plate' && <input type="hidden" name="featureShown" value="yes" />}
      <Fields
        fields={[
          ...places.map((place) => (typeof place === 'string' ? fieldOf(place) : place.map(fieldOf))),
          ...others.map(({ property }) => fieldOf(property)),
        ]}
      />
    </>
  )
}

function storedText(value: StockPlate[keyof StockPlate] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : ''
  return typeof value === 'number' ? formatNumber(value) : String(value ?? '')
}
