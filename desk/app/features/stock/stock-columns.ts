import type { MarginTerms } from '#services/stock/margin.ts'
import type { StockSort } from '#services/stock/search-stock.ts'
import type { Column } from '#shared/ui/table.tsx'
import { nameMargin } from './margin.ts'
import { type StockView, stockPath } from './stock-view.ts'

/** The column headings; some of them sort. */
export function stockColumns(view: StockView, terms: MarginTerms): (string | Column)[] {
  const sort: StockSort | null = view.sort ?? (view.search ? null : 'dearest')
  const to = (next: StockSort) => stockPath({ ...view, sort: next, page: 1 })
  const number = { className: 'number' }
  return [
    { name: 'Select', isHidden: true },
    { name: 'Plate', isHidden: true },
    {
      name: 'Registration',
      to: to('registration'),
      sort: sort === 'registration' ? 'ascending' : undefined,
    },
    'Status',
    {
      name: 'Price',
      ...number,
      to: to(sort === 'dearest' ? 'cheapest' : 'dearest'),
      sort: sort === 'dearest' ? 'descending' : sort === 'cheapest' ? 'ascending' : undefined,
    },
    { name: 'Cost', ...number },
    { name: nameMargin(terms), ...number },
    { name: 'Certificate', className: 'pl-4' },
    { name: 'Bought', ...number },
    {
      name: 'Changed',
      ...number,
      to: to('changed'),
      sort: sort === 'changed' ? 'descending' : undefined,
    },
    { name: 'Actions', isHidden: true },
  ]
}
