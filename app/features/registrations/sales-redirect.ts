import { redirect } from 'react-router'
import { registrationPath } from '../../urls.ts'
import type { Route } from './+types/sales-redirect'
import { canonicalPath } from './read-registration.server.ts'

/** Enough for any registration as somebody may write it; longer text is not found, however much of it is kept. */
const MAX_LENGTH = 80

/** `/sales/JB%201`, which was the address of a registration's sales. */
export function loader({ params, url }: Route.LoaderArgs) {
  const typed = params.registration.slice(0, MAX_LENGTH).toWellFormed()
  return redirect(`${canonicalPath(typed) ?? registrationPath(typed)}${url.search}`, 301)
}
