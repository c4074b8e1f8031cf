import { Fields } from '../../ui/form-fields.tsx'
import type { saleFields } from './sale-fields.server.ts'

interface SaleFieldsProps {
  fields: ReturnType<typeof saleFields>
  sellers: readonly string[]
}

/** What they show is sent along, so that it is known what has been changed. */
export const SaleFields = ({ fields, sellers }: SaleFieldsProps) => (
  <>
    {fields.flat().map(({ name, value }) => (
      <input key={name} type="hidden" name={`shown_${name}`} value={String(value)} />
    ))}
    <Fields fields={fields} />
    <datalist id="known-sellers">
      {sellers.map((seller) => (
        <option key={seller} value={seller} />
      ))}
    </datalist>
  </>
)
