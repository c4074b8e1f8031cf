import { useId } from 'react'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import type { Shown } from '#shared/plates/search/plate-view.ts'
import { PlateCard } from './plate-card.tsx'
import type { PriceBand } from './price-bands.ts'

type ShownPlate = Shown<ListedPlate>

export function PlateGrid({ shown }: { shown: ShownPlate[] }) {
  return <Cards shown={shown} headingLevel="h2" />
}

export function BandedPlateGrid({ bands }: { bands: PriceBand<ShownPlate>[] }) {
  const id = useId()
  return bands.map(({ heading, items }, index) => (
    <section key={heading} aria-labelledby={`${id}${index}`} className="price-band">
      <h2 id={`${id}${index}`} className="price-band-heading">
        {heading}
      </h2>
      <Cards shown={items} headingLevel="h3" />
    </section>
  ))
}

function Cards({ shown, headingLevel }: { shown: ShownPlate[]; headingLevel: 'h2' | 'h3' }) {
  return (
    <ul className="plate-grid mt-6 lg:grid-cols-3">
      {shown.map(({ plate, reason }) => (
        <PlateCard key={plate.id} plate={plate} headingLevel={headingLevel} matchText={reason} />
      ))}
    </ul>
  )
}
