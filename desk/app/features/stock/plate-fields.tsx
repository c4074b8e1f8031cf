import type { PlateForm } from '#services/stock/plate-form.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { formatNumber } from '#shared/text/format.ts'
import { SelectField, TextArea, TextField } from './field.tsx'

/** The submitted fields: names and texts of `PlateForm`. */
const SENT = [
  'priceGbp',
  'category',
  'description',
  'detailedDescription',
  'priceReason',
  'imageUrl',
  'costGbp',
  'boughtOn',
  'document',
  'documentNumber',
  'documentExpiresOn',
  'notes',
] as const satisfies readonly (keyof PlateForm)[]

/** The entered values; an unticked checkbox is not submitted. */
export function plateFormOf(form: FormData): PlateForm {
  const texts = SENT.flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? [[name, value] as const] : []
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
  plate,
  typed,
  errors,
  withoutPrice = false,
}: PlateFieldsProps & { withoutPrice?: boolean }) {
  const of = fieldOf(plate, typed, errors)
  return (
    <>
      {!withoutPrice && (
        <TextField label="Price" help="Whole pounds" inputMode="numeric" {...of('priceGbp')} />
      )}
      <TextField
        label="Reason for the price"
        help="One line beside the price, such as “priced below its estimate”"
        maxLength={300}
        {...of('priceReason')}
      />
      <TextArea label="Description" help="On cards and in search results" {...of('description')} />
      <TextArea label="Page text" rows={6} {...of('detailedDescription')} />
      <TextField label="Category" {...of('category')} />
      <TextField
        label="Picture"
        help="Address of a picture. Without one, the plate is drawn"
        {...of('imageUrl')}
      />
      <div>
        <input type="hidden" name="featureShown" value="yes" />
        <label className="desk-check">
          <input
            type="checkbox"
            name="isFeature"
            value="yes"
            defaultChecked={typed ? typed.isFeature === 'yes' : (plate?.isFeature ?? false)}
          />
          Featured: a border and a glow wherever the plate is listed
        </label>
      </div>
    </>
  )
}

/** Columns that visitors cannot read. */
export function PrivateFields({ plate, typed, errors }: PlateFieldsProps) {
  const of = fieldOf(plate, typed, errors)
  return (
    <>
      <div className="stock-field-pair">
        <TextField label="Cost" inputMode="numeric" {...of('costGbp')} />
        <TextField label="Bought on" type="date" {...of('boughtOn')} />
      </div>
      <SelectField
        label="Document"
        options={[
          ['', 'None recorded'],
          ['V750', 'V750, certificate of entitlement'],
          ['V778', 'V778, retention document'],
          ['vehicle', 'On a vehicle'],
        ]}
        {...of('document')}
      />
      <div className="stock-field-pair">
        <TextField label="Document number" maxLength={100} {...of('documentNumber')} />
        <TextField label="Expires on" type="date" {...of('documentExpiresOn')} />
      </div>
      <TextArea
        label="Notes"
        help="Only people at the desk can read them"
        maxLength={5000}
        {...of('notes')}
      />
    </>
  )
}

function fieldOf(
  plate: StockPlate | null,
  typed: PlateForm | undefined,
  errors: Readonly<Record<string, string>>,
) {
  return (name: (typeof SENT)[number]) => ({
    name,
    defaultValue: typed?.[name] ?? storedText(plate, name),
    error: errors[name],
  })
}

function storedText(plate: StockPlate | null, name: (typeof SENT)[number]): string {
  const value = plate?.[name] ?? ''
  return typeof value === 'number' ? formatNumber(value) : value
}
