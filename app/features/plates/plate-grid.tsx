import type { ListedPlate } from '#shared/plates/find-plates.ts'
import type { Shown } from '#shared/plates/search/plate-view.ts'
import { PlateCard } from './plate-card.tsx'

export const PlateGrid = ({ shown }: { shown: readonly Shown<ListedPlate>[] }) => (
  <ul className="plate-grid mt-6 lg:grid-cols-3">
    {shown.map(({ plate, reason }) => (
      <PlateCard key={plate.id} plate={plate} headingLevel="h2" matchText={reason} />
    ))}
  </ul>
)
