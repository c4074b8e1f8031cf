import { memo } from 'react'
import { cardDescription } from '#shared/plates/card-description.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price } from '#shared/ui/price.tsx'
import { platePath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { ShortlistButton } from '../shortlist/shortlist-button.tsx'

interface PlateCardProps {
  plate: ListedPlate
  headingLevel: 'h2' | 'h3'
  matchText?: string | null
  /** Whether it has a button for the shortlist. */
  isSavable?: boolean
}

export const PlateCard = memo(function PlateCard({
  plate,
  headingLevel: Heading,
  matchText,
  isSavable = true,
}: PlateCardProps) {
  const { registration, priceGbp, description, isFeature } = plate
  return (
    <li className={isFeature ? 'plate-card plate-card-featured' : 'plate-card'}>
      <Heading>
        <PlateFace registration={registration} className="block w-full" />
      </Heading>
      {matchText && <p className="plate-match">{matchText}</p>}
      <p className="plate-card-price">
        <Price priceGbp={priceGbp} />
      </p>
      {description && (
        <p className="plate-card-description mt-2 text-quiet text-sm leading-normal">
          {cardDescription(description)}
        </p>
      )}
      <div className="plate-card-foot">
        <Link
          to={platePath(registration)}
          className="card-link card-button"
          aria-label={`Enquire about ${registration}`}
        >
          Enquire
        </Link>
        {isSavable && <ShortlistButton registration={registration} className="shortlist-button-on-card" />}
      </div>
    </li>
  )
})

interface PlateRowProps extends Pick<PlateCardProps, 'isSavable'> {
  plates: readonly ListedPlate[]
  className: string
}

/** A few plates beside each other, under a heading of their own. */
export const PlateRow = ({ plates, className, isSavable }: PlateRowProps) => (
  <ul className={`plate-grid ${className} lg:grid-cols-4`}>
    {plates.map((plate) => (
      <PlateCard key={plate.id} plate={plate} headingLevel="h3" isSavable={isSavable} />
    ))}
  </ul>
)
