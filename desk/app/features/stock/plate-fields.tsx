import type { StockPlate } from '#services/stock/stock-types.ts'
import {
  type PlateForm,
  STOCK_COLUMNS,
  type StockColumn,
  stockColumn,
  titleOf,
} from '#shared/plates/columns.ts'
import { formatNumber } from '#shared/text/format.ts'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field.tsx'

type FormProperty = keyof PlateForm

/** The layout; a column that is not in it comes last in its part. */
const PUBLIC: readonly FormProperty[] = [
  'priceGbp',
  'priceReason',
  'description',
  'detailedDescription',
  'category',
  'imageUrl',
]
const PRIVATE_PAIRS: readonly (readonly FormProperty[])[] = [
  ['costGbp', 'boughtOn'],
  ['document', 'documentCheckedOn'],
  ['documentNumber', 'documentExpiresOn'],
  ['holder', 'nominee'],
]

/** The registration and the tick for a featured plate are fields of their own. */
const FIELDS = STOCK_COLUMNS.filter(
  ({ form, type, property }) => form && type !== 'boolean' && property !== 'registration',
)

const others = (part: StockColumn['part'], placed: readonly string[]) =>
  FIELDS.filter((column) => column.part === part && !placed.includes(column.property))

/** The entered values; an unticked checkbox is not submitted. */
export function plateFormOf(form: FormData): PlateForm {
  const texts = FIELDS.flatMap(({ property }) => {
    const value = form.get(property)
    return typeof value === 'string' ? [[property, value] as const] : []
  })
  const isFeature = form.has('featureShown') ? { isFeature: form.has('isFeature') ? 'yes' : 'no' } : {}
  return { ...Object.fromEntries(texts), ...isFeature }
}

interface PlateFieldsProps {
  plate: StockPlate | null
  /** Entered values of a refused form. */
  typed: PlateForm | undefined
  errors: Readonly<Record<string, string>>
}

/** Public columns. */
export function PublicFields({
  withoutPrice = false,
  ...props
}: PlateFieldsProps & { withoutPrice?: boolean }) {
  const { plate, typed } = props
  const columns = [...PUBLIC.map(stockColumn), ...others('plate', PUBLIC)]
  const feature = stockColumn('isFeature')
  return (
    <>
      {columns
        .filter(({ property }) => property !== 'priceGbp' || !withoutPrice)
        .map((column) => (
          <ColumnField key={column.property} column={column} {...props} />
        ))}
      <div>
        <input type="hidden" name="featureShown" value="yes" />
        <CheckField
          name="isFeature"
          defaultChecked={typed ? typed.isFeature === 'yes' : (plate?.isFeature ?? false)}
        >
          {`${titleOf(feature)}: ${feature.form?.help}`}
        </CheckField>
      </div>
    </>
  )
}

/** Columns that visitors cannot read. */
export function PrivateFields(props: PlateFieldsProps) {
  const field = (column: StockColumn) => <ColumnField key={column.property} column={column} {...props} />
  return (
    <>
      {PRIVATE_PAIRS.map((pair) => (
        <div key={pair.join()} className="stock-field-pair">
          {pair.map((property) => field(stockColumn(property)))}
        </div>
      ))}
      {others('details', PRIVATE_PAIRS.flat()).map(field)}
    </>
  )
}

function ColumnField({ column, plate, typed, errors }: PlateFieldsProps & { column: StockColumn }) {
  const { property } = column
  const { isPast: _, isConfidential: __, rows, options, ...input } = column.form ?? {}
  const field = {
    label: titleOf(column),
    name: property,
    defaultValue: typed?.[property as FormProperty] ?? storedText(plate?.[property] ?? ''),
    error: errors[property],
    ...input,
  }
  if (options) return <SelectField {...field} options={options} />
  return rows ? <TextArea {...field} rows={rows} /> : <TextField {...field} />
}

const storedText = (value: StockPlate[keyof StockPlate]) =>
  typeof value === 'number' ? formatNumber(value) : String(value)
