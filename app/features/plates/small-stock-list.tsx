import { useDeferredValue, useMemo } from 'react'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { formatsFor } from '#shared/plates/search/formats.ts'
import { missedSearch, PAGE_SIZE, viewStock } from '#shared/plates/search/plate-view.ts'
import { useUnmetSearch } from '../../shared/list/use-unmet-search.ts'
import { Results } from './results.tsx'
import type { SoldLike } from './sold-plates.tsx'
import { StockToolbar } from './toolbar.tsx'
import { useStockView } from './use-plate-view.ts'

const DEBOUNCE_MS = 250

/** The browser has every plate: it searches, sorts and pages without requests. */
export function SmallStockList({ plates, soldLike }: { plates: ListedPlate[]; soldLike: SoldLike | null }) {
  const { view, revision, show } = useStockView()
  const deferredView = useDeferredValue(view)
  // The view of another address is shown at once, since the router scrolls to where its plates are.
  const isSameAddress = useDeferredValue(revision) === revision
  const shownView = isSameAddress ? deferredView : view
  const page = useMemo(() => viewStock(plates, shownView, PAGE_SIZE), [plates, shownView])
  useUnmetSearch('stock', missedSearch(shownView, page))
  const formats = useMemo(() => formatsFor(plates, view.format), [plates, view.format])
  return (
    <>
      <StockToolbar
        key={revision}
        view={view}
        formats={formats}
        onChange={(next) => show(next, DEBOUNCE_MS)}
      />
      <Results
        view={shownView}
        page={page}
        more={{ isLoading: false, hasFailed: false, show }}
        soldLike={soldLike}
      />
    </>
  )
}
