import { Link } from '../../shared/ui/link.tsx'
import { useShortlist } from './shortlist-storage.ts'

/** Shown while the shortlist is not empty; first in its row, so that nothing moves when it appears. */
export function ShortlistLink() {
  const { length } = useShortlist()
  if (length === 0) return null
  return (
    <Link to="/shortlist" className="shortlist-link" data-tooltip="Shortlist">
      <span className="sr-only">Shortlist: </span>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="shortlist-icon shortlist-icon-full">
        <path d="M4 2.500h8v11l-4-3-4 3z" />
      </svg>
      <span className="tabular">{length}</span>
      <span className="sr-only"> saved</span>
    </Link>
  )
}
