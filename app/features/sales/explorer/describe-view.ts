// Describes a view in words, for printed lists, which don't show the filters.

import { type ExplorerView, type Facet, type Facets, facetsIn } from '#shared/sales/explorer/definitions.ts'
import type { SortKey } from '#shared/sales/explorers.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { formatList } from '#shared/text/format.ts'

const DIRECTIONS: Record<SortKey, [ascending: string, descending: string]> = {
  plate_number: ['A to Z', 'Z to A'],
  where_sold: ['A to Z', 'Z to A'],
  hammer_price: ['lowest first', 'highest first'],
  total_price: ['lowest first', 'highest first'],
  sale_date: ['earliest first', 'latest first'],
}

/** 'Search: “SINGH”. Seller: Bonhams. Years: 2012 to 2025. Sorted by total price, highest first.' */
export function describeView(view: ExplorerView, facets: Facets, explorer: ExplorerName): string {
  const column = EXPLORERS[explorer].columns.find(({ key }) => key === view.sort)
  const parts = [
    view.search === '' ? null : `Search: “${view.search}”.`,
    ...facetsIn(explorer).map((facet) => describeSelected(view, facets, facet)),
    describeYears(view, facets),
    view.isTotalMissing ? 'Without a total price.' : null,
  ].filter((part) => part !== null)
  const filters = parts.length === 0 ? 'All sales.' : parts.join(' ')
  const [ascending, descending] = DIRECTIONS[view.sort]
  return `${filters} Sorted by ${column?.text.toLowerCase()}, ${view.isDescending ? descending : ascending}.`
}

/** Names the selected or the excluded values, whichever are fewer. */
function describeSelected(
  view: ExplorerView,
  facets: Facets,
  { key, label, valueLabels }: Facet,
): string | null {
  const chosen = view[key]
  if (chosen === null) return null
  const name = (values: readonly string[]) => formatList(values.map((value) => valueLabels?.[value] ?? value))
  const left = facets[key].map(({ value }) => value).filter((value) => !chosen.includes(value))
  if (chosen.length === 0) return `${label}: none.`
  return left.length < chosen.length ? `${label}: all but ${name(left)}.` : `${label}: ${name(chosen)}.`
}

function describeYears({ yearFrom, yearTo }: ExplorerView, { yearMin, yearMax }: Facets): string | null {
  if (yearFrom === null && yearTo === null) return null
  const [from, to] = [yearFrom ?? yearMin, yearTo ?? yearMax]
  return from === to ? `Year: ${from}.` : `Years: ${from} to ${to}.`
}
