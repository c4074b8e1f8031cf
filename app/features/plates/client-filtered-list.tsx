import { useDeferredValue, useMemo } from 'react'
import type { ListedPlate } from './find-plates.ts'
import { Results } from './results.tsx'
import { formatsFor, viewStock } from './search/plate-view.ts'
import { Toolbar } from './toolbar.tsx'
import { useStockView } from './use-plate-view.ts'

const WRITE_AFTER_MS = 250

/** The whole stock, filtered here: what is typed shows at once, and the address follows. */
export function ClientFilteredList({ plates }: { plates: ListedPlate[] }) {
  const { view, change, changedElsewhere } = useStockView(WRITE_AFTER_MS)
  const shownView = useDeferredValue(view)
  const page = useMemo(() => viewStock(plates, shownView), [plates, shownView])
  const formats = useMemo(() => formatsFor(plates, view.format), [plates, view.format])
  return (
    <>
      <Toolbar key={changedElsewhere} view={view} formats={formats} onChange={change} />
      <Results view={shownView} page={page} pageSize={plates.length} />
    </>
  )
}
