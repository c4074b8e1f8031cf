import { useSearchParams } from 'react-router'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { sellingPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { useHasAccuracy } from '../../shared/ui/has-accuracy.ts'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/valuations'
import { EnquiryForm } from './enquiry-form.tsx'
import { handleForm } from './form-action.server.ts'
import { Checkbox, TextArea, TextInput } from './form-fields.tsx'
import { OnBehalf } from './on-behalf.tsx'
import { prefillValuation } from './prefill.ts'
import { SideCard } from './side-card.tsx'

export const handle: PageHandle = { styles: ['enquiries'] }

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm('valuation', request, '/valuations', context.get(siteContext).sendEmail)
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export function shouldRevalidate() {
  return false
}

const STEPS = [
  {
    title: 'Submit request',
    text: 'Tell us the registration and where to send the report. It takes two minutes and costs nothing.',
  },
  {
    title: 'Expert analysis',
    text: 'We look at the registration as a buyer would, and compare it with what similar ones have actually sold for.',
  },
  {
    title: 'Receive report',
    text: 'Both valuations reach you by e-mail within 24-48 hours, with the reasoning behind them.',
  },
]

const REPORT = [
  'A retail valuation: the price to sell now',
  'A market valuation: the theoretical maximum',
  'Comparable sales on public record',
  'What counts in its favour, and what counts against it',
  'Ways to sell it, and what each would cost you',
]

export default function Valuations({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const hasAccuracy = useHasAccuracy()
  return (
    <Page
      title="Number Plate Valuations"
      path="/valuations"
      description="A free valuation of your private registration: the price to sell now, and the theoretical maximum the market might pay. Report within 24-48 hours."
      noindex={String(query) !== ''}
      lead={
        <>
          A free report on your registration within 24-48 hours, with two figures: what it would sell for now,
          and the most it might ever fetch. Or <TextLink to="/registration">look up a registration</TextLink>{' '}
          now.
        </>
      }
    >
      {/* On a phone the form comes first, so that its first field needs no scrolling. */}
      <div className="mt-10 grid gap-16 md:mt-12 md:gap-x-8 md:gap-y-24 lg:grid-cols-12">
        <div className="grid gap-6 max-md:order-2 md:grid-cols-2 md:gap-8 lg:col-span-12">
          <section className="card">
            <h2 className="subheading">Retail Valuation</h2>
            <p className="mt-1 text-green">The ‘sell now’ price</p>
            <p className="mt-4 text-quiet">
              What your registration should sell for today, without waiting for one particular buyer. Go by
              this figure if you want to sell.
            </p>
          </section>
          <section className="card">
            <h2 className="subheading">Market Valuation</h2>
            <p className="mt-1 text-green">The ‘theoretical maximum’ price</p>
            <p className="mt-4 text-quiet">
              What the buyer who wants it most might pay. Finding that buyer can take years, and nobody can
              promise it, but you should know the figure before you accept less.
            </p>
          </section>
        </div>

        <section className="max-md:order-1 lg:col-span-7" aria-labelledby="request">
          <h2 id="request" className="heading mb-8">
            Request your valuation
          </h2>
          <EnquiryForm
            key={query.toString()}
            kind="valuation"
            label="Valuation request"
            initial={prefillValuation(query)}
            refusal={actionData}
            submitLabel="Request Valuation"
            referenceNote="Please quote it if you write to us again about this registration."
          >
            <TextInput
              name="plateNumber"
              label="Plate number"
              required
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput
              name="email"
              label="Email"
              help="The report goes to this address."
              type="email"
              required
              autoComplete="email"
              spellCheck={false}
            />
            <TextInput name="name" label="Full name" required autoComplete="name" />
            <TextInput name="phone" label="Phone" type="tel" autoComplete="tel" />
            <TextArea
              name="additional"
              label="Additional information"
              help="How long you have owned it, what you paid, any offers you have had: anything that helps."
              rows={4}
            />
            <Checkbox
              name="ownership"
              label="I own this registration, and it can be provided on a valid retention certificate (V750 or V778) or is already on one."
              help="Requesting valuations for plates that you do not own may be fraudulent."
            />
          </EnquiryForm>
          <p className="mt-6 max-w-reading text-quiet">
            <OnBehalf />
          </p>
        </section>
        <aside className="max-md:order-3 lg:col-span-4 lg:col-start-9" aria-label="About the report">
          <SideCard title="What the report includes">
            <ul className="dashes mt-4">
              {REPORT.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </SideCard>
          <SideCard title="If you decide to sell">
            <p className="mt-3 text-quiet">
              Please note that selling requires proof of ownership and photographic identification.
            </p>
            <p className="mt-3">
              <TextLink to="/sell">Sell us your plate</TextLink>
            </p>
            <p className="mt-3">
              <TextLink to={sellingPath}>Ask us about selling</TextLink>
            </p>
          </SideCard>
          {hasAccuracy && (
            <SideCard title="Auction estimates, tested in public">
              <p className="mt-3 text-quiet">
                We also estimate what a registration might fetch at a DVLA auction, and we publish how close
                our estimates came, misses included.
              </p>
              <p className="mt-3">
                <TextLink to="/valuations/accuracy">How accurate our estimates are</TextLink>
              </p>
            </SideCard>
          )}
        </aside>
      </div>

      <TitledSection id="process" title="How it works" className="mt-16 md:mt-24">
        <ol className="ruled-columns steps mt-8">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3 className="subheading">{title}</h3>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </TitledSection>
    </Page>
  )
}
