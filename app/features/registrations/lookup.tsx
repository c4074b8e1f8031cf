import { data, redirect } from 'react-router'
import { cleanLine } from '#shared/text/clean-text.ts'
import { registrationPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/lookup'
import { LookupForm } from './lookup-form.tsx'
import { canonicalPath, readRegistration } from './read-registration.server.ts'

export const handle: PageHandle = { styles: ['enquiries'] }

/** `/registration?q=ab12 cde` redirects to `/registration/AB12CDE`, or explains the error. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const typed = cleanLine(url.searchParams.get('q') ?? '')
  if (typed === '') return { typed, reason: null, near: [] }
  const path = canonicalPath(typed)
  if (path !== null) throw redirect(path, 303)
  // A few recorded registrations fit no system.
  const known = await readRegistration(typed, context.get(siteContext))
  if ('registration' in known) throw redirect(registrationPath(known.registration), 303)
  return data({ typed: typed.slice(0, MAX_SHOWN), reason: known.reason, near: known.near }, { status: 400 })
}

const MAX_SHOWN = 64

export default function LookupPage({ loaderData }: Route.ComponentProps) {
  const { typed, reason, near } = loaderData
  return (
    <Page title="Look Up a Registration" path="/registration" noindex>
      <div className="mt-8 max-w-reading">
        <LookupForm typed={typed} error={reason} />
        {near.length > 0 && (
          <p className="mt-6">
            Did you mean{' '}
            {near.map((registration, index) => (
              <span key={registration}>
                {index > 0 && (index === near.length - 1 ? ' or ' : ', ')}
                <TextLink to={registrationPath(registration)}>{registration}</TextLink>
              </span>
            ))}
            ?
          </p>
        )}
      </div>
    </Page>
  )
}
