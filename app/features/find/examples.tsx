import { Link } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { findPath } from '#shared/urls.ts'

const EXAMPLES: [search: string, registration: string][] = [
  ['SOPHIE', 'SOP 111E'],
  ['BIG DAY', 'B16 DAY'],
  ['DAVID', 'DAV 1D'],
  ['JB', 'JB 1'],
]

/** Shown before anything is typed: examples of plates that read as names. */
export function Examples() {
  return (
    <div className="mt-12 border-line border-t pt-8">
      <p className="max-w-reading text-lg text-quiet">
        On a plate, figures stand for letters: 4 for A, 5 for S, 1 for I, 3 for E, 6 for G, 8 for B, 7 for T,
        and 11 for H. We try every format the DVLA uses and show you the plates that read best.
      </p>
      <ul className="find-grid find-grid-of-four">
        {EXAMPLES.map(([search, registration]) => (
          <li key={search} className="find-card relative">
            <PlateFace registration={registration} className="block w-full" />
            <p className="find-line">
              <Link prefetch="intent" to={findPath(search)} rel="nofollow" className="card-link find-figure">
                {search}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
