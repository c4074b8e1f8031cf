import { describeBudget } from '#shared/plates/budget.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { type StockView, WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { initialsOf, isSearch, quoteSearch } from '#shared/plates/search/plate-search.ts'
import { type Alternatives, activeFilters, stockQuery } from '#shared/plates/search/plate-view.ts'
import { formatNumber } from '#shared/text/format.ts'
import { Link } from '../../shared/ui/link.tsx'

interface MissTextProps {
  alternatives: Alternatives<ListedPlate>
  view: StockView
  /** Sold plates are listed between this text and the alternatives. */
  isSoldFirst: boolean
}

/** Explains a view without plates: what was not found, and what is shown instead. */
export function MissText({ alternatives: { why, outside }, view, isSoldFirst }: MissTextProps) {
  const search = isSearch(view.search) ? quoteSearch(view.search) : null
  const instead = isSoldFirst ? '.' : describeInstead(why, view)
  return (
    <>
      {search ? describeMissedSearch(search, why, view) : describeMissedFilters(view)}
      {instead}
      {outside > 0 && (
        <>
          {' '}
          <Link to={`/plates${stockQuery({ ...WHOLE_STOCK, search: view.search })}`} className="link">
            {outside === 1
              ? 'One plate outside your filters'
              : `${formatNumber(outside)} plates outside your filters`}
          </Link>{' '}
          {outside === 1 ? 'reads' : 'read'} as {search}.
        </>
      )}
    </>
  )
}

function describeMissedSearch(search: string, why: Alternatives<ListedPlate>['why'], view: StockView) {
  const scope = hasOtherFilters(view) ? ' within your filters' : describeBudget(view)
  return `No plate${scope} reads ${why === 'near' ? 'exactly ' : ''}as ${search}`
}

function describeMissedFilters(view: StockView): string {
  return hasOtherFilters(view)
    ? 'No plate fits these filters'
    : `We have no plate${describeBudget(view)} just now`
}

function describeInstead(why: Alternatives<ListedPlate>['why'], view: StockView): string {
  switch (why) {
    case 'near':
      return ', but these come close.'
    case 'initials':
      return `, but these have the same ${initialsOf(view.search).length === 1 ? 'initial' : 'initials'}.`
    case 'start':
      return ', but these begin the same way.'
    case 'fitting':
    case 'other-kind':
      if (why === 'fitting' && hasOtherFilters(view)) return '. Here are others that fit your filters.'
      return describeBudget(view) ? ', but these are within your budget.' : '. Here are some of our others.'
    case 'none':
      return '.'
  }
}

const hasOtherFilters = (view: StockView): boolean =>
  activeFilters(view).some(({ key }) => key !== 'search' && key !== 'priceFrom' && key !== 'priceTo')
