import type { Row } from '#shared/cells/table-specs.ts'
import type { Explorer } from '#shared/sales/explorers.ts'
import { SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { formatNumber, MONTHS } from '#shared/text/format.ts'
import { Fields, type ValuedField } from '../../ui/form-fields.tsx'

interface SaleFieldsProps {
  explorer: Explorer
  /** The recorded sale; null for a new one. */
  sale: Row | null
  /** The columns of a recorded sale whose stored values the form sends along. */
  sent?: readonly string[]
  sellers: readonly string[]
}

type ColumnField = Omit<ValuedField, 'value'>

const price = (name: string, label: string, help: string): ColumnField => ({
  name,
  label,
  help,
  inputMode: 'numeric',
  maxLength: 20,
})

/** In the order of the form; those in a list of their own stand side by side. */
const fieldsOf = (
  isNew: boolean,
  hasHammerPrice: boolean,
): readonly (ColumnField | readonly ColumnField[])[] => [
  [
    {
      name: 'sale_month',
      label: 'Month',
      options: [['', 'Not known'], ...MONTHS.map((month, index) => [String(index + 1), month] as const)],
    },
    { name: 'sale_year', label: 'Year', inputMode: 'numeric', maxLength: 10, required: true },
  ],
  {
    name: 'where_sold',
    label: 'Seller',
    help: 'The auction house or dealer',
    list: 'known-sellers',
    maxLength: 200,
  },
  hasHammerPrice
    ? [
        price('hammer_price', 'Hammer price', 'Before fees'),
        price('total_price', 'Total price', 'With fees and VAT, if it was reported'),
      ]
    : price('total_price', 'Price', 'Whole pounds'),
  [
    {
      name: 'price_basis',
      label: 'Price basis',
      help: 'Which figure the source gives',
      options: [
        ['', isNew ? 'Work it out from the prices' : 'Not recorded'],
        ...(hasHammerPrice ? [['both', 'Both'] as const] : []),
        ['hammer', 'Hammer price'],
        ['total', hasHammerPrice ? 'Total price' : 'Price with commission'],
        ['unclear', 'Unclear what it includes'],
      ],
    },
    {
      name: 'selection',
      label: 'Why on record',
      help: 'Typical prices count only complete lists and samples',
      options: SELECTIONS.map((selection) => [selection, SELECTION_LABELS[selection] ?? selection] as const),
    },
  ],
  {
    name: 'source_url',
    label: 'Source',
    help: 'Address of the page that reports it',
    inputMode: 'url',
    spellCheck: false,
  },
  { name: 'note', label: 'Note', help: 'Published with the sale', rows: 3 },
]

export function SaleFields({ explorer, sale, sent = [], sellers }: SaleFieldsProps) {
  const withValue = (field: ColumnField): ValuedField => ({ ...field, value: storedText(sale, field.name) })
  return (
    <>
      {sent.map((name) => (
        <input key={name} type="hidden" name={`shown_${name}`} value={storedText(sale, name)} />
      ))}
      <Fields
        fields={fieldsOf(sale === null, explorer.hasHammerPrice).map((field) =>
          'name' in field ? withValue(field) : field.map(withValue),
        )}
      />
      <datalist id="known-sellers">
        {sellers.map((seller) => (
          <option key={seller} value={seller} />
        ))}
      </datalist>
    </>
  )
}

function storedText(sale: Row | null, name: string): string {
  const value = sale?.[name] ?? (name === 'selection' ? 'reported' : '')
  return typeof value === 'number' && name.endsWith('_price') ? formatNumber(value) : String(value)
}
