import { data, redirect, useSearchParams } from 'react-router'
import {
  type AlertCriteria,
  criteriaQuery,
  describeCriteria,
  MAX_ALERT_SEARCH,
  nameCriteria,
  parseCriteria,
} from '#shared/alerts/criteria.ts'
import { fieldErrors } from '#shared/enquiries/enquiry-fields.ts'
import { appendFilters } from '#shared/list/filter.ts'
import { FILTERS, type StockView, unreadPrice } from '#shared/plates/search/definitions.ts'
import { formatsFor } from '#shared/plates/search/formats.ts'
import { SYSTEM_NAMES } from '#shared/registration/registration.ts'
import { describeDoubt } from '#shared/text/written-amount.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { alertsPath } from '#shared/urls.ts'
import type { Frequency } from '../../context.ts'
import { siteContext } from '../../context.ts'
import { Honeypot, InputField, SelectField } from '../../shared/ui/field.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { SideCard } from '../enquiries/side-card.tsx'
import type { Route } from './+types/index'
import { FrequencyFields, readFrequency } from './frequency.tsx'

type Problem = 'criteria' | 'price' | 'email' | 'limited' | 'failed'

const PROBLEMS: Record<Problem, string> = {
  criteria: `Tell us what to look for: up to ${MAX_ALERT_SEARCH} letters and figures, a format or a price.`,
  price: 'Enter the price in pounds, such as 5,000 or 5k, or leave it empty.',
  email: fieldErrors.email,
  limited: 'Too many requests. Please try again in ten minutes.',
  failed: 'We couldn’t save your alert just now. Please try again in a moment.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const text = (name: string) => String(form.get(name) ?? '')
  const asked = new URLSearchParams()
  for (const name of ['registration', 'q', 'format', 'from', 'to', 'featured'])
    if (text(name)) asked.set(name, text(name))
  const criteria = parseCriteria(asked)
  const email = text('email')
  const frequency = readFrequency(form)
  const refuse = (problem: Problem, status: number, headers: Record<string, string> = {}) =>
    data({ problem, email, frequency, asked: asked.toString() }, { status, headers })
  if (unreadPrice(asked.get('to'))) return refuse('price', 400)
  if (!criteria) return refuse('criteria', 400)
  const { alerts, clientNetwork, sendEmail } = context.get(siteContext)
  // A robot filled in the hidden field, or a browser that fills in forms: the dealer decides (decision 013).
  const website = text('website')
  const outcome = website
    ? await sendEmail(suspectRequest(email, criteria, website), null)
    : await alerts.request({ email, criteria: asked, frequency }, clientNetwork)
  if (outcome.status === 200) {
    const sent = website ? 'held' : 'yes'
    throw redirect(`${alertsPath(criteriaQuery(criteria))}&sent=${sent}#outcome`, 303)
  }
  if (outcome.status === 400) return refuse(outcome.error === 'criteria' ? 'criteria' : 'email', 400)
  if (outcome.status === 429)
    return refuse('limited', 429, { 'Retry-After': String(outcome.retryAfterSeconds) })
  return refuse('failed', 503)
}

/** A general enquiry, which the filled honeypot quarantines: no e-mail goes to the address until it is released. */
const suspectRequest = (email: string, criteria: AlertCriteria, website: string) => ({
  type: 'contact',
  data: {
    name: 'Plate alert',
    email,
    phone: '',
    subject: `Alert asked for: ${nameCriteria(criteria)}`,
    inquiryType: 'general',
    plateNumber: '',
    message: `An alert on ${describeCriteria(criteria)} was asked for, and the hidden field of the form was filled in.`,
  },
  trap: { website },
})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function Alerts({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const sent = query.get('sent')
  const asked = actionData ? new URLSearchParams(actionData.asked) : query
  const criteria = parseCriteria(asked)
  return (
    <Page
      title="Plate Alerts"
      path="/alerts"
      description="Tell us which plate you are looking for, and we’ll e-mail you when it comes into stock, when we lower its price or when it is sold."
      noindex={String(query) !== ''}
      lead="Tell us what you’re looking for. We’ll e-mail you when a plate like that comes into stock, when we lower its price, and when we record a sale of it."
    >
      <div className="mt-12 grid gap-16 md:mt-16 lg:grid-cols-12 lg:gap-8">
        <div className="lg:col-span-7">
          {(sent === 'yes' || sent === 'held') && !actionData && <Sent outcome={OUTCOMES[sent]} />}
          <AlertForm key={asked.toString()} asked={asked} criteria={criteria} problem={actionData} />
        </div>
        <aside className="lg:col-span-4 lg:col-start-9" aria-label="About alerts">
          <SideCard title="Only what you asked for">
            <p className="mt-2 text-quiet">
              We use your address for your alerts and nothing else, and never pass it on. Every e-mail has a
              link that stops them at once.
            </p>
          </SideCard>
          <SideCard title="Prefer a feed reader?">
            <p className="mt-2 text-quiet">
              Every search of our plates is also an{' '}
              <a className="link" href={`/plates.xml${feedQuery(criteria)}`}>
                RSS feed
              </a>
              , so you needn’t give us an address at all.
            </p>
          </SideCard>
        </aside>
      </div>
    </Page>
  )
}

function feedQuery(criteria: AlertCriteria | null): string {
  if (criteria === null) return ''
  return criteria.kind === 'search'
    ? `?${criteriaQuery(criteria)}`
    : `?${new URLSearchParams({ q: criteria.registration })}`
}

/** By the parameter `sent` of the address. */
const OUTCOMES = {
  yes: {
    title: 'Check your e-mail.',
    text: 'If this alert isn’t running already, we have sent you a link to start it. The link works for 48 hours. No e-mail? Look in your spam folder, or ask again in an hour.',
  },
  held: {
    title: 'One of us will look at this request first.',
    text: 'It looked automatic, so the alert hasn’t started. We’ll e-mail you if it’s genuine.',
  },
}

function Sent({ outcome: { title, text } }: { outcome: { title: string; text: string } }) {
  return (
    <div id="outcome" className="outcome mb-12" role="status" tabIndex={-1}>
      <p className="font-medium">{title}</p>
      <p className="mt-2">{text}</p>
    </div>
  )
}

function describePrice(typed: string): string {
  const doubt = describeDoubt(typed)
  return doubt ? `${doubt}: please type it again.` : PROBLEMS.price
}

interface AlertFormProps {
  asked: URLSearchParams
  criteria: AlertCriteria | null
  problem: { problem: Problem; email: string; frequency: Frequency } | undefined
}

function AlertForm({ asked, criteria, problem }: AlertFormProps) {
  const registration = criteria?.kind === 'registration' ? criteria.registration : null
  const emailError = problem?.problem === 'email' ? PROBLEMS.email : undefined
  const priceError = problem?.problem === 'price' ? describePrice(asked.get('to') ?? '') : undefined
  return (
    <form action="/alerts" method="post" className="enquiry-form" aria-label="Plate alert">
      {problem && !emailError && !priceError && (
        <p role="alert" className="outcome border-l-red">
          {PROBLEMS[problem.problem]}
        </p>
      )}
      {registration ? (
        <div>
          <input type="hidden" name="registration" value={registration} />
          <PlateFace registration={registration} className="block w-full max-w-80" />
          <SomethingElse />
        </div>
      ) : (
        <SearchFields asked={asked} criteria={criteria} priceError={priceError} />
      )}
      <FrequencyFields frequency={problem?.frequency ?? 'at-once'} />
      <InputField
        name="email"
        label="Email"
        error={emailError}
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        spellCheck={false}
        defaultValue={problem?.email ?? ''}
        // The page was loaded because this field needs mending.
        autoFocus={emailError !== undefined}
      />
      <Honeypot />
      <div>
        <button type="submit" className="button">
          Send me a link to start it
        </button>
      </div>
    </form>
  )
}

function SearchFields({
  asked,
  criteria,
  priceError,
}: Pick<AlertFormProps, 'asked' | 'criteria'> & { priceError: string | undefined }) {
  return (
    <>
      {criteria?.kind === 'search' && <FixedFilters view={criteria.view} />}
      <InputField
        name="q"
        label="A name, a word or initials"
        defaultValue={asked.get('q') ?? ''}
        maxLength={40}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="grid gap-7 sm:grid-cols-2">
        <SelectField
          name="format"
          label="Format"
          isOptional
          defaultValue={asked.get('format') ?? ''}
          options={[
            ['', 'Any'],
            ...formatsFor([], null).map((system) => [system, SYSTEM_NAMES[system]] as const),
          ]}
        />
        <InputField
          name="to"
          label="Up to, in pounds"
          error={priceError}
          isOptional
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          defaultValue={asked.get('to') ?? ''}
          // The page was loaded because this field needs mending.
          autoFocus={priceError !== undefined}
        />
      </div>
    </>
  )
}

const SomethingElse = () => (
  <p className="mt-4 text-quiet">
    <TextLink to="/alerts">Look for something else</TextLink>
  </p>
)

/** The others are sent along as the list has them. */
const FILTERS_WITH_FIELD: readonly (keyof StockView)[] = ['search', 'format', 'priceTo']

function FixedFilters({ view }: { view: StockView }) {
  const fixed = FILTERS.filter(({ key, isActive }) => isActive(view) && !FILTERS_WITH_FIELD.includes(key))
  if (fixed.length === 0) return null
  const query = new URLSearchParams()
  appendFilters(fixed, query, view, null)
  return (
    <div>
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>With the filters: {fixed.map(({ describe }) => describe(view, null)).join(', ')}.</p>
      <SomethingElse />
    </div>
  )
}
