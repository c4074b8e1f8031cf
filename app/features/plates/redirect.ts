import { redirect } from 'react-router'
import { platePath } from '#shared/urls.ts'
import type { Route } from './+types/redirect'

export function loader({ params }: Route.LoaderArgs) {
  return redirect(platePath(params.registration), 301)
}
