import { redirect } from 'react-router'
import { NO_STORE } from '#shared/text/no-store.ts'
import { alertPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/unsubscribe'

/** People who follow the link decide on the page: a link scanner must not stop an alert. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(alertPath(encodeURIComponent(url.searchParams.get('key') ?? '')), {
    status: 303,
    headers: NO_STORE,
  })
}

/** Mail programs post here with one click (RFC 8058). The response is the same if the alert no longer exists. */
export async function action({ context, url }: Route.ActionArgs) {
  const { alerts, logError } = context.get(siteContext)
  const answer = (text: string, status = 200) =>
    new Response(text, { status, headers: { ...NO_STORE, 'Content-Type': 'text/plain; charset=utf-8' } })
  try {
    await alerts.stop(url.searchParams.get('key') ?? '')
    return answer('You won’t get any more e-mails from this alert.\n')
  } catch (error) {
    logError('Error stopping an alert', error)
    return answer('We couldn’t stop the alert just now. Please try again in a moment.\n', 503)
  }
}
