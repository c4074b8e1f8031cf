import { useState } from 'react'
import { data } from 'react-router'
import { describeRegistration } from '#shared/registration/registration-facts.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { isoToday } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/index'
import { Answer, headline } from './answer.tsx'
import { EligibilityForm } from './eligibility-form.tsx'
import { type Check, checkEligibility, parseEligibilityView } from './eligibility-view.ts'
import { spokenMonths } from './may-it-go-on.ts'

const PATH = '/eligibility'

const NAME = 'Can It Go on My Car?'

function readQuestion(url: URL) {
  return { search: url.search, today: isoToday() }
}

export function loader({ url }: Route.LoaderArgs) {
  const { errors } = checkEligibility(parseEligibilityView(url.searchParams), readQuestion(url).today)
  return data(readQuestion(url), { status: Object.keys(errors).length > 0 ? 400 : 200 })
}

/** The answer depends only on the URL. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  return readQuestion(url)
}

export default function Eligibility({ loaderData: { search, today } }: Route.ComponentProps) {
  const view = parseEligibilityView(new URLSearchParams(search))
  const check = checkEligibility(view, today)
  const { errors, registration, vehicle, verdict } = check
  const [typed, setTyped] = useState(view.registration)
  return (
    <Page
      key={search}
      className="eligibility"
      title={titleOf(check)}
      path={PATH}
      description="Enter a registration and the month your vehicle was first registered. The answer is yes, no or what to check first, with the DVLA’s rule, the documents you need and a checklist to print."
      noindex={search !== ''}
      heading={NAME}
    >
      {registration && vehicle && verdict ? (
        <>
          <Answer registration={registration} vehicle={vehicle} verdict={verdict} today={today} />
          <h2 id="change" className="subheading mt-14 border-line border-t pt-6 print:hidden">
            Change an answer
          </h2>
        </>
      ) : (
        <p className="mt-5 max-w-reading text-lg text-quiet">
          {registration && Object.keys(errors).length === 0
            ? describeRegistration(registration).vehicles.text.replace('It may', `${registration.text} may`)
            : 'A plate can be as old as you like, but it must not make your vehicle look newer than it is.'}{' '}
          Answer a few short questions to check yours.
        </p>
      )}
      <div className={verdict ? 'mt-6 print:hidden' : 'eligibility-columns mt-10'}>
        <EligibilityForm view={view} errors={errors} onRegistration={setTyped} />
        {!verdict && (
          <PlateFace
            registration={asPlate(typed)}
            decorative
            className="sticky top-28 mt-9 hidden w-full lg:block"
          />
        )}
      </div>
      <p className="mt-14 max-w-reading border-line border-t pt-6 print:hidden">
        <TextLink to="/info/assigning-a-private-number-plate">Assigning a private number plate</TextLink>{' '}
        takes you through it step by step. If you would rather talk it over,{' '}
        <TextLink to="/contact?type=transfer">ask us</TextLink>: we reply seven days a week.
      </p>
    </Page>
  )
}

/** The text of the plate beside the form: what has been typed, in its lawful spacing if it can be read, or an example. */
function asPlate(typed: string): string {
  const parsed = parseTyped(typed)
  if (parsed.ok) return parsed.registration.text
  return (
    typed
      .toUpperCase()
      .replace(/[^A-Z0-9 ]/g, '')
      .slice(0, 8)
      .trim() || 'AB51 ABC'
  )
}

/** Screen readers read it first. */
function titleOf({ errors, registration, vehicle, verdict }: Check): string {
  if (Object.keys(errors).length > 0) return `Please Check Your Answers: ${NAME}`
  if (!registration || !vehicle || !verdict) return NAME
  return `${headline(verdict)}: ${registration.text} on a Vehicle of ${spokenMonths(vehicle)}`
}
