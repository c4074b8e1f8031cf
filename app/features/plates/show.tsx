import { Suspense } from 'react'
import { Await, data, Link, redirect } from 'react-router'
import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import type { BackendClient } from '../../shared/backend/client.ts'
import { type LogError, withFallback } from '../../shared/backend/with-fallback.ts'
import { parseRegistration } from '../../shared/registration/registration.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { PlateFace } from '../../shared/ui/plate-face.tsx'
import { Price } from '../../shared/ui/price.tsx'
import { EmailLink } from '../../shared/ui/unavailable.tsx'
import { enquiryPath, platePath, registrationPath, shareImagePath } from '../../urls.ts'
import { listSalesOf } from '../sales/data/plate-sales.ts'
import type { DocumentedSale } from '../sales/sale.ts'
import { describeSalePrices, longSaleDate } from '../sales/sale.ts'
import { similarSales } from '../sales/similar-sales/similar-sales.ts'
import { ShortlistButton } from '../shortlist/shortlist-button.tsx'
import type { Route } from './+types/show'
import { EnquiryBar } from './enquiry-bar.tsx'
import { findPlate, type ListedPlate, type Plate } from './find-plates.ts'
import { listPlatesNear } from './list-plates.ts'
import { PlateCard } from './plate-card.tsx'
import { plateJsonLd } from './plate-json-ld.ts'
import { PriceEvidence } from './price-evidence.tsx'
import { similarPlates } from './similar-plates.ts'

const FAILED = 'Error fetching plate'

/** The read failed; `null` means that there is no such plate. */
const UNREAD = 'unread' as const

export async function loader({ context, params }: Route.LoaderArgs) {
  const { client, logError } = context.get(siteContext)
  const plate = await withFallback(findPlate(client, params.registration), UNREAD, FAILED, logError)
  if (plate === UNREAD) return unread()
  if (plate) {
    const [found, related, comparables] = await Promise.all([
      withTexts(plate),
      readRelated(client, plate, logError),
      readComparables(client, plate, logError),
    ])
    return { found, related, comparables }
  }
  const respaced = await withFallback(findBySpacing(client, params.registration), UNREAD, FAILED, logError)
  if (respaced === UNREAD) return unread()
  if (respaced) throw redirect(platePath(respaced.registration), 301)
  return data({ found: null, related: null, comparables: null }, { status: 404 })
}

/** Not 404, for which a search engine would drop the page. */
const unread = () =>
  data({ found: UNREAD, related: null, comparables: null } as const, {
    status: 503,
    headers: { 'Retry-After': '30' },
  })

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { getBrowserClient } = await import('../../shared/backend/client.ts')
  const client = getBrowserClient()
  const plate = withFallback(findPlate(client, params.registration), UNREAD, FAILED)
  return {
    found: plate.then(async (plate) => (plate === null || plate === UNREAD ? plate : withTexts(plate))),
    related: plate.then((plate) => (plate === null || plate === UNREAD ? null : readRelated(client, plate))),
    comparables: plate.then((plate) =>
      plate === null || plate === UNREAD ? null : readComparables(client, plate),
    ),
  }
}

export default function PlatePage({ loaderData, params }: Route.ComponentProps) {
  const { found, related, comparables } = loaderData
  return (
    <Suspense
      key={params.registration}
      fallback={
        <div className="wrap py-24">
          <PageMeta title={`${params.registration} | ${site.name}`} path={platePath(params.registration)} />
          <p className="loading mt-0">Loading plate details...</p>
        </div>
      }
    >
      <Await resolve={found}>
        {(found) =>
          found && found !== UNREAD ? (
            <Details {...found} related={related} comparables={comparables} />
          ) : (
            <NotFound registration={params.registration} hasFailed={found === UNREAD} />
          )
        }
      </Await>
    </Suspense>
  )
}

async function withTexts(plate: Plate) {
  const { description, detailedDescription } = plate
  const { describePlate, listFacts } = await import('./plate-facts.ts')
  const facts = describePlate(plate)
  const about = detailedDescription ?? description ?? facts.sentences
  return { plate, about, summary: description ?? about, facts: listFacts(facts) }
}

async function readRelated(client: BackendClient, plate: Plate, logError?: LogError) {
  const near = listPlatesNear(client, plate).then((candidates) => similarPlates(plate, candidates))
  const [similar, sales] = await Promise.all([
    withFallback(near, [], 'Error fetching similar plates', logError),
    withFallback(
      listSalesOf(client, plate.registration, logError),
      [],
      'Error fetching past sales',
      logError,
    ),
  ])
  return { similar, sales }
}

/** `null` if they cannot be read. */
function readComparables(client: BackendClient, { registration }: Plate, logError?: LogError) {
  return withFallback(
    similarSales(client, registration, logError),
    null,
    'Error fetching similar sales',
    logError,
  )
}

/** `/plate/ab1` leads to AB 1. */
function findBySpacing(client: BackendClient, typed: string): Promise<Plate | null> {
  const parsed = parseRegistration(typed)
  if (!parsed.ok || parsed.registration.text === typed) return Promise.resolve(null)
  return findPlate(client, parsed.registration.text)
}

type Found = Awaited<ReturnType<typeof withTexts>>
type Related = Awaited<ReturnType<typeof readRelated>> | null
type Comparables = Awaited<ReturnType<typeof readComparables>>

interface DetailsProps extends Found {
  related: Related | Promise<Related>
  comparables: Comparables | Promise<Comparables>
}

function Details({ plate, about, summary, facts, related, comparables }: DetailsProps) {
  const { registration, priceGbp, category } = plate
  const image = plate.imageUrl
    ? { src: plate.imageUrl, alt: `Photograph of registration ${registration}` }
    : { src: shareImagePath(registration), alt: `Registration ${registration}` }
  return (
    <article className="wrap pt-6 pb-24">
      <PageMeta
        title={`${registration} Number Plate For Sale | ${site.name}`}
        path={platePath(registration)}
        description={summary}
        keywords={[registration, category?.toLowerCase(), 'private number plate', 'personalised registration']
          .filter(Boolean)
          .join(', ')}
        type="article"
        image={image}
        jsonLd={plateJsonLd(plate)}
      />
      <p>
        <Link prefetch="intent" to="/plates" className="back-link">
          Back to All Plates
        </Link>
      </p>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <div className="plate-stage">
            <PlateFace registration={registration} decorative className="block w-full" />
          </div>
        </div>
        <div className="lg:col-span-4 lg:self-center">
          <h1 className="title">{registration}</h1>
          <p className="mt-4 font-medium text-3xl leading-none md:text-4xl">
            <Price priceGbp={priceGbp} />
          </p>
          <p className="mt-3 text-quiet text-sm">{site.priceStatement}</p>
          <Link prefetch="intent" to={enquiryPath(registration)} id="enquire" className="button mt-6 w-full">
            Enquire About This Plate
          </Link>
          <ShortlistButton registration={registration} className="mt-3" />
        </div>

        <div className="mt-4 grid content-start gap-y-12 lg:col-span-7">
          <section>
            <h2 className="subheading">About This Plate</h2>
            <div className="prose mt-4">
              {about.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            {plate.imageUrl && (
              <img
                src={plate.imageUrl}
                alt={image.alt}
                className="mt-8 rounded-lg border border-line"
                loading="lazy"
              />
            )}
          </section>

          <Suspense>
            <Await resolve={related}>{(related) => related && <PastSales sales={related.sales} />}</Await>
          </Suspense>

          <Suspense>
            <Await resolve={comparables}>
              {(similar) => <PriceEvidence plate={plate} similar={similar} />}
            </Await>
          </Suspense>
        </div>

        <section className="lg:col-span-4 lg:col-start-9 lg:mt-4">
          <h2 className="subheading">Plate Details</h2>
          <dl className="facts mt-4">
            <div>
              <dt>Status</dt>
              <dd>Available</dd>
            </div>
            <div>
              <dt>Price</dt>
              <dd>
                <Price priceGbp={priceGbp} />
              </dd>
            </div>
            {facts.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section className="mt-8 border-line border-t pt-8 lg:col-span-12">
          <h2 className="subheading">Why Choose This Plate?</h2>
          <dl className="mt-6 grid gap-8 md:grid-cols-3">
            <Reason name="Exclusive">There is one of each registration, and this one is ours to sell.</Reason>
            <Reason name="Investment">
              A registration keeps no mileage and never rusts. What it fetches one day is up to the market,
              and can fall as well as rise.
            </Reason>
            <Reason name="Personal">
              It moves from car to car with you, for as long as you care to keep it.
            </Reason>
          </dl>
        </section>

        <Suspense>
          <Await resolve={related}>
            {(related) => related && <SimilarPlates plates={related.similar} />}
          </Await>
        </Suspense>
      </div>
      <EnquiryBar registration={registration} priceGbp={priceGbp} buttonId="enquire" />
    </article>
  )
}

function Reason({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-2 text-quiet">{children}</dd>
    </div>
  )
}

function PastSales({ sales }: { sales: DocumentedSale[] }) {
  if (sales.length === 0) return null
  return (
    <section>
      <h2 className="subheading">Past Sales</h2>
      <p className="mt-3 text-quiet text-sm">
        What this registration is on record to have fetched before. Hammer is the price before fees, total the
        price with all fees and taxes.
      </p>
      <ul className="past-sales mt-4">
        {sales.map((sale) => (
          <li key={sale.id}>
            <p>
              {longSaleDate(sale)}
              {sale.whereSold && <span className="text-quiet">, {sale.whereSold}</span>}
            </p>
            <p className="tabular font-medium">{describeSalePrices(sale)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link prefetch="intent" to="/sales-explorer" className="link">
          See what other plates sold for
        </Link>
      </p>
    </section>
  )
}

function SimilarPlates({ plates }: { plates: ListedPlate[] }) {
  if (plates.length === 0) return null
  return (
    <section className="mt-8 border-line border-t pt-8 lg:col-span-12">
      <h2 className="subheading">Plates Like It</h2>
      <ul className="plate-grid mt-6 lg:grid-cols-4">
        {plates.map((plate) => (
          <PlateCard key={plate.id} plate={plate} headingLevel="h3">
            <ShortlistButton registration={plate.registration} className="shortlist-button-on-card" />
          </PlateCard>
        ))}
      </ul>
    </section>
  )
}

function NotFound({ registration, hasFailed }: { registration: string; hasFailed: boolean }) {
  const parsed = parseRegistration(registration)
  return (
    <div className="wrap py-24 text-center md:py-32">
      <PageMeta title={`Plate Not Found | ${site.name}`} path="/plates" noindex />
      <h1 className="title">Plate Not Found</h1>
      <p className="mt-4 text-lg text-quiet">The plate you're looking for is not available.</p>
      {hasFailed && (
        <p role="alert" className="mx-auto mt-4 max-w-[34rem]">
          Our list of plates cannot be read just now, so it may well be for sale. Please try again in a
          minute,{' '}
          <Link prefetch="intent" to={enquiryPath(registration)} className="link">
            ask us about it
          </Link>
          , or write to <EmailLink />.
        </p>
      )}
      {parsed.ok && (
        <p className="mt-4">
          <Link prefetch="intent" to={registrationPath(parsed.registration.text)} className="link">
            See what is known of {parsed.registration.text}
          </Link>
        </p>
      )}
      <p className="mt-8">
        <Link prefetch="intent" to="/plates" className="button">
          Back to Plates
        </Link>
      </p>
    </div>
  )
}
