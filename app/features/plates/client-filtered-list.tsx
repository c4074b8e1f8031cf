import { useDeferredValue, useMemo } from 'react'
import type { ListedPlate } from './find-plates.ts'
import { Results } from './results.tsx'
import { formatsFor } from './search/formats.ts'
import { viewStock } from './search/plate-view.ts'
import type { SoldLike } from './sold-plates.tsx'
import { Toolbar } from './toolbar.tsx'
import { useStockView } from './use-plate-view.ts'

const DEBOUNCE_MS = 250

export function ClientFilteredList({
  plates,
  soldLike,
}: {
  plates: ListedPlate[]
  soldLike: SoldLike | null
}) {
  const { view, revision, setView } = useStockView(DEBOUNCE_MS)
  const shownView = useDeferredValue(view)
  const page = useMemo(() => viewStock(plates, shownView), [plates, shownView])
  const formats = useMemo(() => formatsFor(plates, view.format), [plates, view.format])
  return (
    <>
      <Toolbar key={revision} view={view} formats={formats} onChange={setView} />
      <Results view={shownView} page={page} pageSize={plates.length} soldLike={soldLike} />
    </>
  )
}
