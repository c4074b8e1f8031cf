import { Link } from 'react-router'
import type { MarginTerms } from '#services/stock/margin.ts'
import type { StockSort } from '#services/stock/search-stock.ts'
import { nameMargin } from './margin.ts'
import { type StockView, stockPath } from './stock-view.ts'

/** The column headings; some of them sort. */
export function StockHeadings({ view, terms }: { view: StockView; terms: MarginTerms }) {
  const sort: StockSort | null = view.sort ?? (view.search ? null : 'dearest')
  const to = (next: StockSort) => stockPath({ ...view, sort: next, page: 1 })
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">Select</span>
        </th>
        <th scope="col">
          <span className="sr-only">Plate</span>
        </th>
        <th scope="col" aria-sort={sort === 'registration' ? 'ascending' : undefined}>
          <Link to={to('registration')}>Registration</Link>
        </th>
        <th scope="col">Status</th>
        <th
          scope="col"
          className="number"
          aria-sort={sort === 'dearest' ? 'descending' : sort === 'cheapest' ? 'ascending' : undefined}
        >
          <Link to={to(sort === 'dearest' ? 'cheapest' : 'dearest')}>Price</Link>
        </th>
        <th scope="col" className="number">
          Cost
        </th>
        <th scope="col" className="number">
          {nameMargin(terms)}
        </th>
        <th scope="col" className="cell-certificate">
          Certificate
        </th>
        <th scope="col" className="number">
          Bought
        </th>
        <th scope="col" className="number" aria-sort={sort === 'changed' ? 'descending' : undefined}>
          <Link to={to('changed')}>Changed</Link>
        </th>
        <th scope="col">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  )
}
