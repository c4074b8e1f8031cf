import { eligibilityPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'

/** Shown beside the sentence about eligible vehicles. */
export function EligibilityLink({ registration }: { registration: string }) {
  return (
    <>
      {' '}
      <Link to={eligibilityPath(registration)} rel="nofollow" className="link whitespace-nowrap font-normal">
        Check your car
      </Link>
    </>
  )
}
