export interface Filter<View, Item, Choices = unknown> {
  key: string
  label: string
  /** The fields of the view that it owns; an invalid parameter gives the value that filters nothing. */
  parse: (query: URLSearchParams, choices: Choices) => Partial<View>
  append: (query: URLSearchParams, view: View, choices: Choices) => void
  isActive: (view: View) => boolean
  /** Called once per view, and only if the filter is active. */
  matcher: (view: View) => (item: Item) => boolean
  /** The same condition as `matcher`, as a query of the backend. */
  conditions?: (view: View, choices: Choices) => RestCondition[]
  rpcArguments?: (view: View) => Record<string, unknown>
  /** 'Years: 1989-2025' in a summary, 'From £5,000' on a chip. */
  describe: (view: View, choices: Choices) => string
}

export type RestCondition =
  | { column: string; operator: 'like' | 'not.like' | 'ilike' | 'gte' | 'lte'; value: string | number }
  | { column: string; operator: 'is'; value: null }
  | { or: string }

type Filters<View, Item, Choices> = readonly Filter<View, Item, Choices>[]

export function activeFilters<View, Item, Choices>(filters: Filters<View, Item, Choices>, view: View) {
  return filters.filter(({ isActive }) => isActive(view))
}

/** The same list if every item matches. */
export function filterItems<View, Item, Row extends Item>(
  filters: Filters<View, Item, never>,
  items: readonly Row[],
  view: View,
): readonly Row[] {
  const matchers = activeFilters(filters, view).map(({ matcher }) => matcher(view))
  if (matchers.length === 0) return items
  const matching = items.filter((item) => matchers.every((matches) => matches(item)))
  return matching.length === items.length ? items : matching
}

export function parseFilters<View, Item, Choices>(
  filters: Filters<View, Item, Choices>,
  query: URLSearchParams,
  choices: Choices,
): Partial<View> {
  return Object.assign({}, ...filters.map(({ parse }) => parse(query, choices)))
}

export function appendFilters<View, Item, Choices>(
  filters: Filters<View, Item, Choices>,
  query: URLSearchParams,
  view: View,
  choices: Choices,
): void {
  for (const filter of activeFilters(filters, view)) filter.append(query, view, choices)
}

export function restConditions<View, Item, Choices>(
  filters: Filters<View, Item, Choices>,
  view: View,
  choices: Choices,
): RestCondition[] {
  return activeFilters(filters, view).flatMap(({ conditions }) => conditions?.(view, choices) ?? [])
}

export function rpcArguments<View, Item, Choices>(filters: Filters<View, Item, Choices>, view: View) {
  return Object.assign({}, ...filters.map((filter) => filter.rpcArguments?.(view)))
}
