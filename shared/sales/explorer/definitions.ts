// Every filter of the explorers is defined here: docs/how-to/add-a-filter.md says what a new one needs.

import type { Filter, RestCondition } from '../../list/filter.ts'
import { containsPattern, quoteValue } from '../../list/rest-text.ts'
import { cleanLine } from '../../text/clean-text.ts'
import { byExplorer, EXPLORERS, type ExplorerName, type FacetKey, type SortKey } from '../explorers.ts'
import { type Sale, SELECTION_LABELS, SELECTIONS } from '../sale.ts'
import { compactPlate, foldedPlate, readableWord } from './plate-text.ts'
export const FACETS = [
  {
    key: 'seller',
    label: 'Seller',
    explanation: 'where sold',
    column: 'where_sold',
    field: 'whereSold',
    counts: 'sellers',
    compare: (one, other) => other.count - one.count || compareText(one.value, other.value),
  },
  {
    key: 'category',
    label: 'Category',
    column: 'category',
    field: 'category',
    counts: 'categories',
    compare: (one, other) =>
      rankIn(CATEGORIES, one.value) - rankIn(CATEGORIES, other.value) || compareText(one.value, other.value),
  },
  {
    key: 'type',
    label: 'Type',
    column: 'type',
    field: 'type',
    counts: 'types',
    compare: (one, other) => compareText(one.value, other.value),
    parent: 'category',
    hint: 'Please select one or more categories first to see available types.',
  },
  {
    key: 'selection',
    label: 'Selection',
    explanation: 'why on record',
    column: 'selection',
    field: 'selection',
    counts: 'selections',
    compare: (one, other) => rankIn(SELECTIONS, one.value) - rankIn(SELECTIONS, other.value),
    valueLabels: SELECTION_LABELS,
  },
] as const satisfies readonly FacetShape[]

interface FacetShape {
  /** The URL parameter and the field of the view. */
  key: FacetKey
  label: string
  /** Explains the label, in the heading of its panel. */
  explanation?: string
  column: string
  field: keyof Sale
  /** `sales_sellers` counts its values; `sellers` is also the argument of the function `sales_figures`. */
  counts: string
  compare: (one: FacetValue, other: FacetValue) => number
  /** Only values that occur together with a selected value of this facet are listed. */
  parent?: FacetKey
  hint?: string
  /** The label of a value; the value itself by default. */
  valueLabels?: Readonly<Record<string, string>>
}

type FacetField = (typeof FACETS)[number]['field']
export interface Facet extends FacetShape {
  field: FacetField
}

export const ALL_FACETS: readonly Facet[] = FACETS

export const facetsIn = (explorer: ExplorerName): readonly Facet[] =>
  ALL_FACETS.filter(({ key }) => EXPLORERS[explorer].facets.includes(key))

export const facetFields = <Value>(read: (column: string, index: number) => Value) =>
  Object.fromEntries(FACETS.map(({ field, column }, index) => [field, read(column, index)])) as Record<
    FacetField,
    Value
  >

export interface FacetValue {
  value: string
  /** The number of sales with this value, regardless of other filters. */
  count: number
  /** The same for each value of the parent; '' is blank. */
  parents?: Record<string, number>
}

export interface Facets extends Record<FacetKey, FacetValue[]> {
  /** Null without records. */
  yearMin: number | null
  yearMax: number | null
  total: number
}

/** The selected values in the order of the facet; null means all of them. */
export type Selection = readonly string[] | null

export interface ExplorerView extends Record<FacetKey, Selection> {
  search: string
  yearFrom: number | null
  yearTo: number | null
  /** Only sales without a total price, which the order by total has at its end. */
  isTotalMissing: boolean
  sort: SortKey
  isDescending: boolean
  page: number
}

const NO_SELECTION = Object.fromEntries(FACETS.map(({ key }) => [key, null])) as Record<FacetKey, null>

export const WHOLE_VIEW: ExplorerView = {
  ...NO_SELECTION,
  search: '',
  yearFrom: null,
  yearTo: null,
  isTotalMissing: false,
  sort: 'total_price',
  isDescending: true,
  page: 1,
}

export const SORT_KEYS = byExplorer(({ columns }) => columns.flatMap(({ key }) => key ?? []))

export type FilteredSale = Record<FacetField, string | null> & {
  registration: string
  saleYear: number
  totalPriceGbp: number | null
}

type ExplorerFilter = Filter<ExplorerView, FilteredSale, Facets>

const LONGEST_SEARCH = 40
const LAST_YEAR = 9_999

const contains = (text: string | null, term: string) => text?.toLowerCase().includes(term) ?? false

const like = (column: string, text: string) =>
  ({ column, operator: 'like', value: containsPattern(text) }) as const

/** A search of spaces only matches everything. */
const SEARCH: ExplorerFilter = {
  key: 'search',
  label: 'Search',
  parse: (query) => ({ search: cleanLine((query.get('q') ?? '').slice(0, LONGEST_SEARCH)) }),
  append: (query, { search }) => query.set('q', search),
  isActive: ({ search }) => search !== '',
  matcher: ({ search }) => {
    const text = compactPlate(search)
    return ({ registration }) => compactPlate(registration).includes(text)
  },
  conditions: ({ search }) => {
    const text = compactPlate(search)
    return text === '' ? [] : [...quickConditions(search), like('plate_compact', text)]
  },
  rpcArguments: ({ search }) => ({ search }),
  describe: ({ search }) => `“${search}”`,
}

/**
 * What every match also passes, and PostgreSQL finds out sooner: by the trigram index of the folded registrations, or, for a
 * shorter search, that each of its letters is there. Of a million sales this is found in half the time of `plate_compact`.
 */
function quickConditions(search: string): RestCondition[] {
  const word = readableWord(search)
  if (word !== null)
    return [{ column: 'plate_folded', operator: 'ilike', value: containsPattern(foldedPlate(word)) }]
  const letters = compactPlate(search).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [...new Set(letters)].map((letter) => like('plate_order', letter))
}

const SEARCH_WITH_SELLER: ExplorerFilter = {
  ...SEARCH,
  matcher: ({ search }) => {
    const text = compactPlate(search)
    const term = search.toLowerCase()
    return ({ registration, whereSold }) =>
      compactPlate(registration).includes(text) || contains(whereSold, term)
  },
  conditions: ({ search }) => {
    const text = compactPlate(search)
    if (text === '') return []
    return [
      {
        or: `plate_compact.like.${quoteValue(containsPattern(text))},where_sold.ilike.${quoteValue(containsPattern(search))}`,
      },
    ]
  },
}

/** Finds sales that read like the search but do not match it. */
function alikeFilter(search: ExplorerFilter): ExplorerFilter {
  return {
    ...search,
    matcher: (view) => {
      const word = foldedPlate(view.search)
      const matches = search.matcher(view)
      return (sale) => foldedPlate(sale.registration).includes(word) && !matches(sale)
    },
    conditions: (view) => {
      const text = compactPlate(view.search)
      const seller = quoteValue(containsPattern(view.search))
      return [
        ...quickConditions(view.search),
        { column: 'plate_compact', operator: 'not.like', value: containsPattern(text) },
        ...(search === SEARCH_WITH_SELLER
          ? [{ or: `where_sold.is.null,where_sold.not.ilike.${seller}` }]
          : []),
      ]
    },
  }
}

const YEARS: ExplorerFilter = {
  key: 'years',
  label: 'Years',
  parse: (query) => ({
    yearFrom: parseYear(query.get('from'), Math.ceil),
    yearTo: parseYear(query.get('to'), Math.floor),
  }),
  append: (query, { yearFrom, yearTo }) => {
    if (yearFrom !== null) query.set('from', String(yearFrom))
    if (yearTo !== null) query.set('to', String(yearTo))
  },
  isActive: ({ yearFrom, yearTo }) => yearFrom !== null || yearTo !== null,
  matcher:
    ({ yearFrom, yearTo }) =>
    ({ saleYear }) =>
      (yearFrom === null || saleYear >= yearFrom) && (yearTo === null || saleYear <= yearTo),
  conditions: ({ yearFrom, yearTo }) => [
    ...(yearFrom === null ? [] : [{ column: 'sale_year', operator: 'gte' as const, value: yearFrom }]),
    ...(yearTo === null ? [] : [{ column: 'sale_year', operator: 'lte' as const, value: yearTo }]),
  ],
  rpcArguments: ({ yearFrom, yearTo }) => ({ year_from: yearFrom, year_to: yearTo }),
  describe: ({ yearFrom, yearTo }, { yearMin, yearMax }) =>
    `Years: ${yearFrom ?? yearMin ?? ''}-${yearTo ?? yearMax ?? ''}`,
}

/** The function of figures does not know it, so a large explorer shows no charts with it. */
const TOTAL: ExplorerFilter = {
  key: 'total',
  label: 'Total price',
  parse: (query) => ({ isTotalMissing: query.get('total') === 'none' }),
  append: (query) => query.set('total', 'none'),
  isActive: ({ isTotalMissing }) => isTotalMissing,
  matcher: () => isTotalUnknown,
  conditions: () => [{ column: 'total_price', operator: 'is', value: null }],
  describe: () => 'Total price: none',
}

export const isTotalUnknown = ({ totalPriceGbp }: Pick<FilteredSale, 'totalPriceGbp'>): boolean =>
  totalPriceGbp === null

/** `seller=A&seller=B` selects these two, `no-seller=A` all except one, `seller=` none. A blank value always passes. */
function facetFilter({ key, label, column, field, counts }: Facet): ExplorerFilter {
  const known = (facets: Facets) => facets[key].map(({ value }) => value)
  const unselected = (selection: readonly string[], facets: Facets) =>
    known(facets).filter((value) => !selection.includes(value))
  return {
    key,
    label,
    parse: (query, facets) => {
      const values = known(facets)
      const included = query.getAll(key)
      const excluded = query.getAll(`no-${key}`)
      const isBlank = included.every((value) => value === '')
      const selection = values.filter((value) => included.includes(value))
      if (included.length > 0) return { [key]: selection.length === 0 && !isBlank ? null : selection }
      if (excluded.length === 0) return { [key]: null }
      return { [key]: values.filter((value) => !excluded.includes(value)) }
    },
    append: (query, view, facets) => {
      const selection = view[key] ?? []
      const excluded = unselected(selection, facets)
      if (selection.length === 0) query.append(key, '')
      else if (excluded.length < selection.length)
        for (const value of excluded) query.append(`no-${key}`, value)
      else for (const value of selection) query.append(key, value)
    },
    isActive: (view) => view[key] !== null,
    matcher: (view) => {
      const selection = new Set(view[key])
      return (sale) => {
        const value = sale[field]
        return !hasText(value) || selection.has(value)
      }
    },
    // The shorter list of the two; '' and null are blank. To PostgREST a list of '' alone is empty, hence twice.
    conditions: (view, facets) => {
      const selection = view[key] ?? []
      const excluded = unselected(selection, facets)
      const list =
        excluded.length < selection.length
          ? `not.in.(${excluded.map(quoteValue).join()})`
          : `in.(${['', '', ...selection].map(quoteValue).join()})`
      return [{ or: `${column}.is.null,${column}.${list}` }]
    },
    rpcArguments: (view) => ({ [counts]: view[key] }),
    describe: (view, facets) => `${label}: ${view[key]?.length ?? facets[key].length}/${facets[key].length}`,
  }
}

const searchIn = (explorer: ExplorerName) => (EXPLORERS[explorer].hasPanels ? SEARCH : SEARCH_WITH_SELLER)
const withSearch = (search: ExplorerFilter, facets: readonly Facet[]) => [
  search,
  ...facets.map(facetFilter),
  YEARS,
  TOTAL,
]

export const FILTERS = byExplorer(({ name }) => withSearch(searchIn(name), facetsIn(name)))

/** The filters for sales that read like the search, if `readableWord` returns a word. */
export const ALIKE_FILTERS = byExplorer(({ name }) => withSearch(alikeFilter(searchIn(name)), facetsIn(name)))

/** The filters by the columns that `sales_counts` counts by; none where there is no such table. */
export const KIND_FILTERS = byExplorer(({ name, hasPanels }) =>
  hasPanels ? [...facetsIn(name).map(facetFilter), YEARS] : [],
)

export const OFFERED_FILTERS = byExplorer(({ name, hasPanels }) =>
  hasPanels ? FILTERS[name] : [searchIn(name)],
)

/** The filters of every explorer, to write a view. */
export const ALL_FILTERS = withSearch(SEARCH, ALL_FACETS)

export const PANEL_FILTERS = ALL_FILTERS.filter((filter) => filter !== SEARCH)

export function parseYear(text: string | null, round: (year: number) => number = Math.round): number | null {
  if (text === null || !/^\s*[+-]?\d{1,9}(?:\.\d*)?\s*$/.test(text)) return null
  return Math.min(Math.max(0, round(Number(text))), LAST_YEAR)
}

export function hasText(value: string | null): value is string {
  return value !== null && value.trim() !== ''
}

/** Compares code points, the same on every machine. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const CATEGORIES =
  'Single-Single,Number 1,3-Character,3x1,1x3,2x2,2x3,3x2,3x3,1x4,2x4,3x4,Suffix,Prefix,Current'.split(',')

/** What is not known comes last. */
function rankIn(known: readonly string[], value: string): number {
  const rank = known.indexOf(value)
  return rank === -1 ? known.length : rank
}
