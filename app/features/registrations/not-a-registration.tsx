import { PlateFace } from '#shared/ui/plate-face.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { registrationPath } from '#shared/urls.ts'
import { QuietButtonLink } from '../../shared/ui/button-link.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { LookupForm } from './lookup-form.tsx'
import type { NoRegistration } from './read-registration.server.ts'

export function NotARegistration({ reason, near, hasReadFailed }: NoRegistration) {
  return (
    <Page
      title="Not a Registration"
      path="/sales-explorer"
      noindex
      heading="That is not a registration"
      lead={reason}
    >
      {hasReadFailed && (
        <p role="alert" className="mt-4 max-w-reading">
          We can’t check our records just now, so we can’t say whether a sale is listed under this name.
          Please try again in a minute.
        </p>
      )}
      {near.length > 0 && (
        <TitledSection id="near" title="Did you mean one of these?" size="subheading" className="mt-12">
          <ul className="mt-5 grid max-w-[46rem] grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-5">
            {near.map((registration) => (
              <li key={registration}>
                <Link
                  to={registrationPath(registration)}
                  className="block rounded-md"
                  aria-label={registration}
                >
                  <PlateFace registration={registration} decorative className="block w-full" />
                </Link>
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      <div className="mt-12 max-w-reading">
        <LookupForm />
      </div>
      <p className="mt-12 flex flex-wrap gap-3">
        <QuietButtonLink to="/sales-explorer">Search the Sales Explorer</QuietButtonLink>
        <QuietButtonLink to="/plates">Browse plates</QuietButtonLink>
        <QuietButtonLink to="/contact">Contact us</QuietButtonLink>
      </p>
    </Page>
  )
}
