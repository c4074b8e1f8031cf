import type { SaleCells } from '#services/sales/read-sale.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import type { Explorer } from '#shared/sales/explorers.ts'
import { SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { formatNumber, MONTHS } from '#shared/text/format.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'

interface SaleFieldsProps {
  explorer: Explorer
  /** The recorded sale; null for a new one. */
  sale: Row | null
  /** The columns of a recorded sale whose stored values the form sends along. */
  sent?: readonly string[]
  /** Entered values of a refused form. */
  typed: SaleCells | undefined
  errors: Readonly<Record<string, string>>
  sellers: readonly string[]
}

const PRICE = { inputMode: 'numeric', maxLength: 20 } as const

export function SaleFields({
  explorer: { hasHammerPrice },
  sale,
  sent = [],
  typed,
  errors,
  sellers,
}: SaleFieldsProps) {
  const of = (name: string) => ({
    name,
    defaultValue: typed?.[name] ?? storedText(sale, name),
    error: errors[name],
  })
  return (
    <>
      {sent.map((name) => (
        <input key={name} type="hidden" name={`shown_${name}`} value={storedText(sale, name)} />
      ))}
      <div className="stock-field-pair">
        <SelectField
          label="Month"
          options={[['', 'Not known'], ...MONTHS.map((month, index) => [String(index + 1), month] as const)]}
          {...of('sale_month')}
        />
        <TextField label="Year" inputMode="numeric" maxLength={10} required {...of('sale_year')} />
      </div>
      <TextField
        label="Seller"
        help="The auction house or dealer"
        list="known-sellers"
        maxLength={200}
        {...of('where_sold')}
      />
      <datalist id="known-sellers">
        {sellers.map((seller) => (
          <option key={seller} value={seller} />
        ))}
      </datalist>
      {hasHammerPrice ? (
        <div className="stock-field-pair">
          <TextField label="Hammer price" help="Before fees" {...PRICE} {...of('hammer_price')} />
          <TextField
            label="Total price"
            help="With fees and VAT, if it was reported"
            {...PRICE}
            {...of('total_price')}
          />
        </div>
      ) : (
        <TextField label="Price" help="Whole pounds" {...PRICE} {...of('total_price')} />
      )}
      <div className="stock-field-pair">
        <SelectField
          label="Price basis"
          help="Which figure the source gives"
          options={[
            ['', sale ? 'Not recorded' : 'Work it out from the prices'],
            ...(hasHammerPrice ? [['both', 'Both'] as const] : []),
            ['hammer', 'Hammer price'],
            ['total', hasHammerPrice ? 'Total price' : 'Price with commission'],
            ['unclear', 'Unclear what it includes'],
          ]}
          {...of('price_basis')}
        />
        <SelectField
          label="Why on record"
          help="Typical prices count only complete lists and samples"
          options={SELECTIONS.map((selection) => [selection, SELECTION_LABELS[selection] ?? selection])}
          {...of('selection')}
        />
      </div>
      <TextField
        label="Source"
        help="Address of the page that reports it"
        inputMode="url"
        spellCheck={false}
        {...of('source_url')}
      />
      <TextArea label="Note" help="Published with the sale" rows={3} {...of('note')} />
    </>
  )
}

function storedText(sale: Row | null, name: string): string {
  const value = sale?.[name] ?? (name === 'selection' ? 'reported' : '')
  return typeof value === 'number' && name.endsWith('_price') ? formatNumber(value) : String(value)
}
