import { Link } from 'react-router'
import type { Plate } from '../data/plates.ts'
import { platePath } from '../domain/plate-path.ts'
import { PlateFace } from './plate-face.tsx'
import { Price } from './price.tsx'

/** A plate in a grid: the drawing, its price, a line about it and the way to enquire. */
export function PlateCard({ plate, headingLevel: Heading }: { plate: Plate; headingLevel: 'h2' | 'h3' }) {
  const { registration, priceGbp, description, isFeature } = plate
  return (
    <li className={isFeature ? 'plate-card plate-card-featured' : 'plate-card'}>
      <Heading>
        <PlateFace registration={registration} className="block w-full" />
      </Heading>
      <p className="mt-4 font-medium text-xl leading-none">
        <Price priceGbp={priceGbp} />
      </p>
      {description && <p className="mt-2 line-clamp-2 text-quiet text-sm leading-normal">{description}</p>}
      <div className="mt-auto pt-4">
        <Link to={platePath(registration)} className="card-link" aria-label={`Enquire about ${registration}`}>
          Enquire
        </Link>
      </div>
    </li>
  )
}
