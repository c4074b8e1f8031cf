// File names describe their view: 'uk-sales.csv', 'uk-sales-2012.csv', 'jersey-sales-j-27.json'.

import { type ExplorerView, type Facet, type Facets, facetsIn } from '#shared/sales/explorer/definitions.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { FileKind } from '#shared/sales/sales-export.ts'

const MAX_NAME_LENGTH = 80
const MAX_PART_LENGTH = 30
/** More values are counted instead of named. */
const MAX_NAMED_VALUES = 2

/** Lower-case letters, digits and hyphens only, so that it needs no quoting in a header, a shell or a file system. */
export function exportFileName(
  explorer: ExplorerName,
  kind: FileKind,
  view: ExplorerView,
  facets: Facets,
): string {
  const parts = [
    `${explorer}-sales`,
    view.search && (slug(view.search) || 'search'),
    ...facetsIn(explorer).map((facet) => facetPart(facet, view, facets)),
    yearPart(view, facets),
    view.isTotalMissing && 'without-total',
  ]
  const name = parts.filter(Boolean).join('-').slice(0, MAX_NAME_LENGTH).replace(/-+$/, '')
  return `${name}.${kind}`
}

function facetPart({ key, label }: Facet, view: ExplorerView, facets: Facets): string {
  const selected = view[key]
  if (selected === null) return ''
  if (selected.length === 0) return `no-${slug(label)}`
  if (selected.length <= MAX_NAMED_VALUES) return selected.map(slug).join('-')
  const excluded = facets[key].map(({ value }) => value).filter((value) => !selected.includes(value))
  if (excluded.length <= MAX_NAMED_VALUES) return `not-${excluded.map(slug).join('-')}`
  return `${slug(label)}-${selected.length}-of-${facets[key].length}`
}

function yearPart({ yearFrom, yearTo }: ExplorerView, { yearMin, yearMax }: Facets): string {
  if (yearFrom === null && yearTo === null) return ''
  const from = yearFrom ?? yearMin
  const to = yearTo ?? yearMax
  return from === to ? `${from}` : `${from}-${to}`
}

/** 'Simon Drieu & Co' → 'simon-drieu-co'    'Élan' → 'elan'    '£££' → '' */
function slug(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_PART_LENGTH)
    .replace(/-$/, '')
}
