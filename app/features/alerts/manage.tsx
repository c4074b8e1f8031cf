import { data, redirect } from 'react-router'
import {
  type AlertCriteria,
  criteriaQuery,
  describeCriteria,
  parseCriteria,
} from '#shared/alerts/criteria.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { NO_STORE } from '#shared/text/no-store.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { alertPath } from '#shared/urls.ts'
import type { Frequency } from '../../context.ts'
import { siteContext } from '../../context.ts'
import { Link } from '../../shared/ui/link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Unavailable } from '../../shared/ui/unavailable.tsx'
import type { Route } from './+types/manage'
import { FrequencyFields, readFrequency } from './frequency.tsx'

const FAILED = 'Error reading an alert'

/** The email address and the keys of other alerts stay on the server: the link reveals only the criteria. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { alerts, logError } = context.get(siteContext)
  const key = url.searchParams.get('key') ?? ''
  const change = url.searchParams.get('done')
  try {
    const page = await alerts.open(key)
    if (!page) return data({ state: 'unknown', change } as const, { status: 404, headers: NO_STORE })
    const { alert, others } = page
    const alertShown = {
      criteria: criteriaQuery(page.criteria),
      frequency: alert.frequency,
      isStarted: alert.confirmedAt !== null,
      others: others.map(({ criteria }) => describeCriteria(criteria)),
    }
    return data({ state: 'known', key, change, alert: alertShown } as const, { headers: NO_STORE })
  } catch (error) {
    logError(FAILED, error)
    return data({ state: 'failed', change } as const, { status: 503, headers: NO_STORE })
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { alerts, logError } = context.get(siteContext)
  const key = url.searchParams.get('key') ?? ''
  const form = await request.formData().catch(() => new FormData())
  const intent = String(form.get('intent'))
  try {
    if (intent === 'start') await alerts.start(key)
    else if (intent === 'change') await alerts.setFrequency(key, readFrequency(form))
    else if (intent === 'stop') await alerts.stop(key)
    else if (intent === 'stop-all') await alerts.stopAll(key)
    else return data(null, { status: 400, headers: NO_STORE })
  } catch (error) {
    // The page is then loaded as well, and says that the alert cannot be read.
    logError('Error changing an alert', error)
    return data(null, { status: 503, headers: NO_STORE })
  }
  // A stopped alert no longer has a page.
  const isGone = intent === 'stop' || intent === 'stop-all'
  throw redirect(`${alertPath(isGone ? '' : encodeURIComponent(key))}&done=${intent}#outcome`, 303)
}

export const headers: Route.HeadersFunction = () => NO_STORE

const DONE = {
  start: 'Your alert has started.',
  change: 'Your alert has been changed.',
  stop: 'Your alert has been stopped, and we have deleted it.',
  'stop-all': 'All your alerts have been stopped, and we have deleted your address.',
}

/** What the address says was done, if it agrees with the alert: it may have expired before its form was sent. */
function changeDone(page: Route.ComponentProps['loaderData']): keyof typeof DONE | null {
  const { change } = page
  if (change === 'stop' || change === 'stop-all') return page.state === 'known' ? null : change
  if (page.state !== 'known' || !page.alert.isStarted) return null
  return change === 'start' || change === 'change' ? change : null
}

export default function Manage({ loaderData }: Route.ComponentProps) {
  const { state } = loaderData
  const change = changeDone(loaderData)
  const isStopped = change === 'stop' || change === 'stop-all'
  return (
    <Page title="Your Alert" path="/alerts/manage" noindex>
      <div className="mt-10 max-w-reading">
        {change && (
          <p id="outcome" role="status" tabIndex={-1} className="outcome mb-12">
            {DONE[change]}
          </p>
        )}
        {state === 'known' && <KnownAlert actionPath={alertPath(loaderData.key)} {...loaderData.alert} />}
        {state === 'unknown' && !isStopped && (
          <p className="text-lg">
            This link no longer leads to an alert. Either the alert was stopped, or it wasn’t confirmed within
            48 hours.
          </p>
        )}
        {state === 'failed' && (
          <Unavailable title="We can’t open your alert just now">
            The fault is ours. Please try again in a minute, or write to us.
          </Unavailable>
        )}
        {state !== 'known' && (
          <p className="mt-8">
            <Link to="/alerts" className="button button-quiet">
              Set up a new alert
            </Link>
          </p>
        )}
      </div>
    </Page>
  )
}

interface KnownAlertProps {
  actionPath: string
  criteria: string
  frequency: Frequency
  isStarted: boolean
  others: string[]
}

function KnownAlert({ actionPath, criteria, frequency, isStarted, others }: KnownAlertProps) {
  const parsed = parseCriteria(new URLSearchParams(criteria))
  return (
    <>
      {parsed && <Wanted criteria={parsed} />}
      {isStarted ? (
        <>
          <form action={actionPath} method="post" className="enquiry-form mt-10">
            <FrequencyFields frequency={frequency} />
            <div>
              <button type="submit" name="intent" value="change" className="button">
                Save
              </button>
            </div>
          </form>
          <form action={actionPath} method="post" className="mt-12 flex flex-wrap gap-4">
            <button type="submit" name="intent" value="stop" className="button button-quiet">
              Stop this alert
            </button>
            {others.length > 0 && (
              <button type="submit" name="intent" value="stop-all" className="button button-quiet">
                Stop all {others.length + 1} of my alerts
              </button>
            )}
          </form>
          {others.length > 0 && (
            <section className="mt-12">
              <h2 className="subheading">Your other alerts</h2>
              <ul className="mt-3 grid gap-2 text-quiet">
                {others.map((other) => (
                  <li key={other}>{other}</li>
                ))}
              </ul>
              <p className="mt-3 text-quiet">Each e-mail has a link to the alert it is about.</p>
            </section>
          )}
        </>
      ) : (
        <form action={actionPath} method="post" className="mt-10">
          <p className="mb-6 text-lg">
            Start it, and we’ll e-mail you{' '}
            {frequency === 'weekly' ? 'on Monday mornings' : 'within 15 minutes'} whenever there is news.
          </p>
          <button type="submit" name="intent" value="start" className="button">
            Start this alert
          </button>
        </form>
      )}
    </>
  )
}

function Wanted({ criteria }: { criteria: AlertCriteria }) {
  if (criteria.kind === 'registration')
    return <PlateFace registration={criteria.registration} className="block w-full max-w-80" />
  const words = describeCriteria(criteria)
  return <p className="font-medium text-lg">{capitalised(words)}</p>
}
