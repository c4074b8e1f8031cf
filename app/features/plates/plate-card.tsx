import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cardDescription } from '#shared/plates/card-description.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price } from '#shared/ui/price.tsx'
import { platePath } from '#shared/urls.ts'

interface PlateCardProps {
  plate: ListedPlate
  headingLevel: 'h2' | 'h3'
  matchText?: string | null
  children?: ReactNode
}

export function PlateCard({ plate, headingLevel: Heading, matchText, children }: PlateCardProps) {
  const { registration, priceGbp, description, isFeature } = plate
  return (
    <li className={isFeature ? 'plate-card plate-card-featured' : 'plate-card'}>
      <Heading>
        <PlateFace registration={registration} className="block w-full" />
      </Heading>
      {matchText && <p className="plate-match">{matchText}</p>}
      <p className="mt-4 font-medium text-xl leading-none">
        <Price priceGbp={priceGbp} />
      </p>
      {description && (
        <p className="mt-2 text-quiet text-sm leading-normal">{cardDescription(description)}</p>
      )}
      <div className="mt-auto flex items-center justify-between gap-4 pt-4">
        <Link
          prefetch="intent"
          viewTransition
          to={platePath(registration)}
          className="card-link card-button"
          aria-label={`Enquire about ${registration}`}
        >
          Enquire
        </Link>
        {children}
      </div>
    </li>
  )
}
