import type { ListedPlate } from '#shared/plates/find-plates.ts'
import type { Shown } from '#shared/plates/search/plate-view.ts'
import { useIsPainted } from '../../shared/ui/after-paint.tsx'
import { PlateCard } from './plate-card.tsx'

/** More than the first screen has. */
const PAINTED_FIRST = 12

export function PlateGrid({ shown }: { shown: readonly Shown<ListedPlate>[] }) {
  const isPainted = useIsPainted()
  return (
    <ul className="plate-grid mt-6 lg:grid-cols-3">
      {(isPainted ? shown : shown.slice(0, PAINTED_FIRST)).map(({ plate, reason }) => (
        <PlateCard key={plate.id} plate={plate} headingLevel="h2" matchText={reason} />
      ))}
    </ul>
  )
}
