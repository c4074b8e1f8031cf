import { redirect } from 'react-router'
import { wellFormed } from '#shared/text/clean-text.ts'
import { registrationPath } from '#shared/urls.ts'
import type { Route } from './+types/sales-redirect'
import { canonicalPath } from './read-registration.server.ts'

/** Long enough for any spelling of a registration; longer text is not found even if it begins with one. */
const MAX_LENGTH = 80

/** `/sales/JB%201`, the former address of a registration's sales. */
export function loader({ params, url }: Route.LoaderArgs) {
  const typed = wellFormed(params.registration.slice(0, MAX_LENGTH))
  return redirect(`${canonicalPath(typed) ?? registrationPath(typed)}${url.search}`, 301)
}
