import { Link } from 'react-router'
import { eligibilityPath } from '../../urls.ts'

/** Beside the sentence that says which vehicles a registration may go on. */
export function EligibilityLink({ registration }: { registration: string }) {
  return (
    <>
      {' '}
      <Link
        prefetch="intent"
        to={eligibilityPath(registration)}
        rel="nofollow"
        className="link whitespace-nowrap font-normal"
      >
        Check your car
      </Link>
    </>
  )
}
