import type { ReactNode } from 'react'
import { registrationPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import type { AbsentPlate } from './read-comparison.ts'

interface AbsentPlatesProps {
  heading: string
  absent: readonly AbsentPlate[]
  /** Shown for a plate without a recorded sale. */
  unsold?: string
  action?: (plate: AbsentPlate) => ReactNode
}

/** Plates of a list that cannot be bought, each with its sale and a link to what is known about it. */
export function AbsentPlates({ heading, absent, unsold, action }: AbsentPlatesProps) {
  if (absent.length === 0) return null
  return (
    <section className="mt-12 max-w-reading">
      <h2 className="subheading">{heading}</h2>
      <ul className="mt-4 border-line border-b">
        {absent.map((plate) => (
          <li
            key={plate.compact}
            className="flex items-center justify-between gap-4 border-line border-t py-2.5"
          >
            <div>
              {plate.isReadable ? (
                <Link to={registrationPath(plate.registration)} className="link font-medium">
                  {plate.registration}
                </Link>
              ) : (
                <span className="font-medium">{plate.registration}</span>
              )}
              <p className="tabular text-quiet text-sm">{plate.sold ? `${plate.sold}.` : unsold}</p>
            </div>
            {action?.(plate)}
          </li>
        ))}
      </ul>
    </section>
  )
}
