import type { FacetKey } from '../explorers.ts'
import {
  ALL_FACETS,
  type ExplorerView,
  FACETS,
  type Facet,
  type Facets,
  type FacetValue,
  type FilteredSale,
  hasText,
} from './definitions.ts'

export interface ValueCount {
  value: string | null
  parentValue: string | null
  count: number
}

const counted = new WeakMap<readonly FilteredSale[], Facets>()

/** Counted once for each list, so that a list that is read ahead is counted ahead. */
export function facetsOf(sales: readonly FilteredSale[]): Facets {
  const known = counted.get(sales) ?? countFacets(sales)
  counted.set(sales, known)
  return known
}

function countFacets(sales: readonly FilteredSale[]): Facets {
  const years = [...new Set(sales.map(({ saleYear }) => saleYear))]
  return {
    ...facetsFrom(ALL_FACETS, ({ field, parent }) => {
      const parentField = FACETS.find(({ key }) => key === parent)?.field
      return sales.map((sale) => ({
        value: sale[field],
        parentValue: parentField ? sale[parentField] : null,
        count: 1,
      }))
    }),
    yearMin: years.length > 0 ? Math.min(...years) : null,
    yearMax: years.length > 0 ? Math.max(...years) : null,
    total: sales.length,
  }
}

export function facetsFrom(
  known: readonly Facet[],
  countsOf: (facet: Facet) => readonly ValueCount[],
): Pick<Facets, FacetKey> {
  return Object.fromEntries(
    FACETS.map(({ key }) => {
      const facet = known.find((one) => one.key === key)
      return [key, facet ? facetValues(facet, countsOf(facet)) : []]
    }),
  ) as Pick<Facets, FacetKey>
}

function facetValues({ compare, parent }: Facet, counts: readonly ValueCount[]): FacetValue[] {
  const values = new Map<string, { count: number; parents: Record<string, number> }>()
  for (const { value, parentValue, count } of counts) {
    if (!hasText(value)) continue
    const known = values.get(value) ?? { count: 0, parents: {} }
    known.count += count
    const parent = hasText(parentValue) ? parentValue : ''
    known.parents[parent] = (known.parents[parent] ?? 0) + count
    values.set(value, known)
  }
  return [...values]
    .map(([value, { count, parents }]) => (parent ? { value, count, parents } : { value, count }))
    .sort(compare)
}

export function selected(view: ExplorerView, facets: Facets, facet: FacetKey): readonly string[] {
  return view[facet] ?? facets[facet].map(({ value }) => value)
}

/** For a facet with a parent, only the values that occur together with a selected value of the parent. */
export function listedValues(view: ExplorerView, facets: Facets, key: FacetKey): FacetValue[] {
  const parent = ALL_FACETS.find((facet) => facet.key === key)?.parent
  if (!parent) return facets[key]
  const chosen = new Set(selected(view, facets, parent))
  return facets[key].filter(({ parents = {} }) => Object.keys(parents).some((value) => chosen.has(value)))
}

/** The number of sales with each value under the other filters; null where that is not known. */
export type CountsBeside = Record<FacetKey, ReadonlyMap<string, number> | null>

/** Without the filter itself, and without those that its values bring with them. */
export function withoutFacet(view: ExplorerView, key: FacetKey): ExplorerView {
  const own = ALL_FACETS.filter((facet) => facet.key === key || facet.parent === key)
  return { ...view, ...Object.fromEntries(own.map((facet) => [facet.key, null])) }
}
