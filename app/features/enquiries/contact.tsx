import { useSearchParams } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import type { Wish } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { Page } from '../../shared/ui/page.tsx'
import { TelephoneLink } from '../../shared/ui/telephone.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { EmailLink } from '../../shared/ui/unavailable.tsx'
import type { Route } from './+types/contact'
import { EnquiryForm } from './enquiry-form.tsx'
import { handleForm } from './form-action.server.ts'
import { InquiryType, NamedPlates, OfferInput, TextArea, TextInput } from './form-fields.tsx'
import { platesInQuery, prefill, wishOf } from './prefill.ts'
import { SideCard } from './side-card.tsx'

export const handle: PageHandle = { styles: ['enquiries'] }

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm('contact', request, '/contact', context.get(siteContext).sendEmail)
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** With script, submitting never navigates; without script, the whole page reloads. */
export function shouldRevalidate() {
  return false
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const site = useSite()
  const [query] = useSearchParams()
  const wish = wishOf(query)
  return (
    <Page
      title="Contact Us"
      path="/contact"
      description={`Ask ${site.name} about a plate, a valuation, a transfer or anything else. We reply seven days a week, 365 days a year.`}
      noindex={String(query) !== ''}
      lead="Write to us about a plate, a valuation or a transfer. You’ll hear from the people who own the plates, seven days a week, 365 days a year."
    >
      {site.telephone && (
        <p className="mt-6">
          <TelephoneLink className="link font-medium text-3xl" />
          <span className="mt-2 block text-quiet">We answer the phone {site.telephone.hours}.</span>
        </p>
      )}
      <div className="mt-12 grid gap-16 md:mt-16 lg:grid-cols-12 lg:gap-8">
        <div className="lg:col-span-7">
          <PlatesInQuestion plates={platesInQuery(query)} />
          <WishNote wish={wish} />
          <EnquiryForm
            key={query.toString()}
            kind="contact"
            label="Contact form"
            initial={prefill(query, site.reservationDays)}
            refusal={actionData}
            submitLabel="Send Message"
            referenceNote="Please quote it if you write to us again about this."
          >
            <TextInput name="name" label="Full name" required autoComplete="name" />
            <TextInput
              name="email"
              label="Email"
              help="We will reply to this address."
              type="email"
              required
              autoComplete="email"
              spellCheck={false}
            />
            <TextInput name="phone" label="Phone" type="tel" autoComplete="tel" />
            <InquiryType />
            <NamedPlates />
            <TextInput
              name="plateNumber"
              label="Plate number"
              help="The plate you would like to buy. If there are several, separate them with commas."
              className="purchase-only"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
            />
            {wish === 'offer' && <OfferInput />}
            <TextInput name="subject" label="Subject" required />
            <TextArea name="message" label="Message" rows={6} required />
          </EnquiryForm>
        </div>
        <aside className="lg:col-span-4 lg:col-start-9" aria-label="Other ways to reach us">
          <SideCard title="Email">
            <p className="mt-2 text-quiet">Use your own e-mail if you prefer.</p>
            <p className="wrap-anywhere mt-3">
              <EmailLink />
            </p>
          </SideCard>
          {site.social && (
            <SideCard title="Direct message">
              <p className="mt-3">
                <a className="link" href={site.social.url} rel="noopener">
                  {site.social.label}
                </a>
              </p>
            </SideCard>
          )}
          <SideCard title="Why Choose Us">
            <ul className="dashes mt-4">
              <li>Open 365 days a year</li>
              <li>30+ years’ experience</li>
              <li>The plates we advertise are exclusive to us</li>
              <li>You won’t find them cheaper elsewhere</li>
            </ul>
            <p className="mt-4">
              <TextLink to="/info/buying-a-plate-from-us">How buying works, step by step</TextLink>
            </p>
          </SideCard>
        </aside>
      </div>
    </Page>
  )
}

const WISH_NOTES: Partial<Record<Wish, string>> = {
  offer: 'Nothing is agreed until we confirm it.',
  reserve: 'The plate is reserved for you only once we have confirmed it.',
}

function WishNote({ wish }: { wish: Wish | null }) {
  const note = wish && WISH_NOTES[wish]
  return note ? <p className="mb-8 max-w-reading text-quiet">{note}</p> : null
}

function PlatesInQuestion({ plates }: { plates: string[] }) {
  const drawn = plates.filter((plate) => /^[A-Z0-9]{1,7}( [A-Z0-9]{1,4})?$/.test(plate))
  if (drawn.length === 0) return null
  return (
    <ul className="mb-10 flex flex-wrap gap-3" aria-label="You are asking about">
      {drawn.map((plate) => (
        <li key={plate}>
          <PlateFace registration={plate} className="block h-11 sm:h-14" />
        </li>
      ))}
    </ul>
  )
}
