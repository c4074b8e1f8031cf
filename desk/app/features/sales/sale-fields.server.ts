import { labelOf } from '#services/sales/sale-changes.ts'
import { type Row, tableSpecs } from '#shared/cells/table-specs.ts'
import type { Explorer } from '#shared/sales/explorers.ts'
import { SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { formatNumber, MONTHS } from '#shared/text/format.ts'
import type { ValuedField } from '../../ui/form-fields.tsx'

const PRICE = { inputMode: 'numeric', maxLength: 20 } as const

/**
 * The fields of the form about a sale, in its order; those in a list of their own stand side by side.
 * @param sale the recorded sale; null for a new one
 */
export function saleFields({ table, hasHammerPrice }: Explorer, sale: Row | null) {
  const field = (name: string, shown: Partial<ValuedField>): ValuedField => ({
    label: capitalised(labelOf(tableSpecs[table], name)),
    ...shown,
    name,
    value: storedText(sale, name),
  })
  return [
    [
      field('sale_month', {
        options: [['', 'Not known'], ...MONTHS.map((month, index) => [String(index + 1), month] as const)],
      }),
      field('sale_year', { inputMode: 'numeric', maxLength: 10, required: true }),
    ],
    field('where_sold', { help: 'The auction house or dealer', list: 'known-sellers', maxLength: 200 }),
    hasHammerPrice
      ? [
          field('hammer_price', { ...PRICE, help: 'Before fees' }),
          field('total_price', { ...PRICE, help: 'With fees and VAT, if it was reported' }),
        ]
      : field('total_price', { ...PRICE, help: 'Whole pounds' }),
    [
      field('price_basis', {
        help: 'Which figure the source gives',
        options: [
          ['', sale ? 'Not recorded' : 'Work it out from the prices'],
          ...(hasHammerPrice ? [['both', 'Both'] as const] : []),
          ['hammer', 'Hammer price'],
          ['total', hasHammerPrice ? 'Total price' : 'Price with commission'],
          ['unclear', 'Unclear what it includes'],
        ],
      }),
      field('selection', {
        label: 'Why on record',
        help: 'Typical prices use lists and samples',
        options: SELECTIONS.map(
          (selection) => [selection, SELECTION_LABELS[selection] ?? selection] as const,
        ),
      }),
    ],
    field('source_url', {
      help: 'Address of the page that reports it',
      inputMode: 'url',
      spellCheck: false,
    }),
    field('note', { help: 'Published with the sale', rows: 3 }),
  ]
}

function storedText(sale: Row | null, name: string): string {
  const value = sale?.[name] ?? (name === 'selection' ? 'reported' : '')
  return typeof value === 'number' && name.endsWith('_price') ? formatNumber(value) : String(value)
}
