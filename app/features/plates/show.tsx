import { Suspense } from 'react'
import { Await, data, redirect } from 'react-router'
import { withFallback } from '#shared/data/with-fallback.ts'
import { findPlate, type ListedPlate } from '#shared/plates/find-plates.ts'
import { describeReservation } from '#shared/plates/reservation.ts'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { describeSalePrices, longSaleDate } from '#shared/sales/sale.ts'
import { Price } from '#shared/ui/price.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { enquiryPath, platePath, shareImagePath, wishPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { arrivesSoon, getCached, plateKey } from '../../shared/backend/client-cache.ts'
import { AfterPaint } from '../../shared/ui/after-paint.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink, FactRow } from '../../shared/ui/page-parts.tsx'
import { useSiteUrl } from '../../shared/ui/site-url.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { EligibilityLink } from '../eligibility/eligibility-link.tsx'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import { ShortlistButton } from '../shortlist/shortlist-button.tsx'
import type { Route } from './+types/show'
import { EnquiryBar } from './enquiry-bar.tsx'
import { PlateRow } from './plate-card.tsx'
import { plateJsonLd } from './plate-json-ld.ts'
import { PlateNotFound } from './plate-not-found.tsx'
import { PlatePicture } from './plate-picture.tsx'
import { PriceEvidence } from './price-evidence.tsx'
import {
  FAILED_READ,
  findBySpacing,
  type LoadedPlate,
  type PlateDetails,
  readComparables,
  readRelated,
  UNREAD,
  withTexts,
} from './read-plate.ts'
import { readUnlisted } from './unlisted-registration.ts'

export const handle: PageHandle = { styles: ['plates', 'plate-page', 'estimates', 'prose'] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { client, readCertificate, logError } = context.get(siteContext)
  const plate = await withFallback(findPlate(client, params.registration), UNREAD, FAILED_READ, logError)
  if (plate === UNREAD) return unread()
  if (plate) {
    const [certificate, related, comparables] = await Promise.all([
      readCertificate &&
        withFallback(readCertificate(plate.id), null, 'Error fetching the certificate', logError),
      readRelated(client, plate, logError),
      readComparables(client, plate, logError),
    ])
    return { found: { ...withTexts(plate), certificate, related, comparables }, unlisted: null }
  }
  const respaced = await withFallback(
    findBySpacing(client, params.registration),
    UNREAD,
    FAILED_READ,
    logError,
  )
  if (respaced === UNREAD) return unread()
  if (respaced) throw redirect(platePath(respaced.registration), 301)
  const unlisted = await readUnlisted(params.registration, sourcesOf(context.get(siteContext)))
  return data({ found: null, unlisted }, { status: 404 })
}

/** Not 404, which would make search engines drop the page. */
const unread = () =>
  data({ found: UNREAD, unlisted: null }, { status: 503, headers: { 'Retry-After': '30' } })

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  // Only the server can read what the page says of certificates.
  if (document.documentElement.dataset.certificates !== undefined) return serverLoader()
  const found =
    getCached<LoadedPlate>(plateKey(params.registration)) ??
    (await import('./read-plate.client.ts')).loadPlate(params.registration)
  return {
    found: (await arrivesSoon(found)) ? await found : found,
    unlisted: Promise.resolve(found).then(async (plate) => {
      if (plate !== null) return null
      const [{ sourcesInBrowser }, { readUnlisted }] = await Promise.all([
        import('../sales/data/sales-sources.client.ts'),
        import('./unlisted-registration.ts'),
      ])
      return readUnlisted(params.registration, sourcesInBrowser())
    }),
  }
}

export default memoPage(function PlatePage({ loaderData, params }: Route.ComponentProps) {
  const { found, unlisted } = loaderData
  const { registration } = params
  return (
    <Suspense key={registration} fallback={<Loading registration={registration} />}>
      <Await resolve={found}>
        {(found) =>
          found && found !== UNREAD ? (
            <Details {...found} />
          ) : (
            <PlateNotFound registration={registration} hasFailed={found === UNREAD} unlisted={unlisted} />
          )
        }
      </Await>
    </Suspense>
  )
})

/** Renders the plate itself at once. */
function Loading({ registration }: { registration: string }) {
  return (
    <div className="plate-page wrap pt-6 pb-24">
      <PageMeta title={registration} path={platePath(registration)} />
      <BackLink to="/plates" className="print:hidden">
        Back to All Plates
      </BackLink>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <PlatePicture registration={registration} />
        </div>
        <div className="lg:col-span-4">
          <h1 className="title">{registration}</h1>
          <p className="loading">Loading plate details...</p>
        </div>
      </div>
    </div>
  )
}

function Details({ plate, about, summary, facts, certificate, related, comparables }: PlateDetails) {
  const site = useSite()
  const siteUrl = useSiteUrl()
  const { registration, priceGbp, category } = plate
  const image = plate.imageUrl
    ? { src: plate.imageUrl, alt: `Photograph of registration ${registration}` }
    : { src: shareImagePath(registration), alt: `Registration ${registration}` }
  return (
    <article className="plate-page wrap pt-6 pb-24">
      <PageMeta
        title={`${registration} Number Plate For Sale`}
        path={platePath(registration)}
        description={summary}
        keywords={[registration, category?.toLowerCase(), 'private number plate', 'personalised registration']
          .filter(Boolean)
          .join(', ')}
        type="article"
        image={image}
        jsonLd={plateJsonLd(siteUrl, site, plate)}
      />
      <BackLink to="/plates" className="print:hidden">
        Back to All Plates
      </BackLink>
      <div className="plate-page-grid mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
        <div className="lg:col-span-8">
          <PlatePicture registration={registration} />
        </div>
        <div className="plate-page-offer lg:col-span-4 lg:row-span-2">
          <div className="plate-page-offer-box">
            <h1 className="title">{registration}</h1>
            <p className="mt-4 font-medium text-3xl leading-none md:text-4xl">
              <Price priceGbp={priceGbp} />
            </p>
            {certificate && <p className="mt-3">{certificate}</p>}
            <p className="wrap-anywhere mt-3 text-quiet text-sm">{site.prices.statement}</p>
            <div className="print:hidden">
              <Link
                to={enquiryPath(registration)}
                id="enquire"
                className="button mt-6 flex w-full sm:max-lg:max-w-sm"
              >
                Enquire About This Plate
              </Link>
              <p className="mt-4 flex flex-wrap gap-x-6 gap-y-3 text-sm">
                <TextLink to={wishPath(registration, 'offer')}>Make an offer</TextLink>
                <TextLink to={wishPath(registration, 'reserve')}>
                  {`Reserve for ${describeReservation(site.reservationDays)}`}
                </TextLink>
              </p>
              <ShortlistButton registration={registration} className="mt-3" />
            </div>
            <section className="mt-8">
              <h2 className="subheading">Plate Details</h2>
              <dl className="facts mt-3">
                <FactRow term="Status">Available</FactRow>
                <FactRow term="Price">
                  <Price priceGbp={priceGbp} />
                </FactRow>
                {facts.map(([term, text]) => (
                  <FactRow key={term} term={term}>
                    {text}
                    {term === 'May go on' && <EligibilityLink registration={registration} />}
                  </FactRow>
                ))}
              </dl>
            </section>
            <PrintedAddresses registration={registration} />
          </div>
        </div>

        <div className="plate-page-text mt-4 grid content-start gap-y-12 lg:col-span-8">
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

          <AfterPaint>
            <Suspense>
              <Await resolve={related}>{({ sales }) => <PastSales sales={sales} />}</Await>
            </Suspense>

            <Suspense>
              <Await resolve={comparables}>
                {(similar) => <PriceEvidence plate={plate} similar={similar} />}
              </Await>
            </Suspense>
          </AfterPaint>
        </div>

        <AfterPaint>
          <Suspense>
            <Await resolve={related}>{({ similar }) => <SimilarPlates plates={similar} />}</Await>
          </Suspense>

          <section className="mt-8 border-line border-t pt-8 lg:col-span-12 print:hidden">
            <h2 className="font-semibold">Why Choose This Plate?</h2>
            <dl className="mt-4 grid gap-x-8 gap-y-4 text-sm md:grid-cols-3">
              <Reason name="Exclusive">
                There is only one of each registration, and this one is ours to sell.
              </Reason>
              <Reason name="Investment">
                A registration does not age or wear out with the car, and you can sell it when you choose. Its
                value follows the market and can fall as well as rise.
              </Reason>
              <Reason name="Personal">It moves from car to car with you, for as long as you keep it.</Reason>
            </dl>
          </section>
        </AfterPaint>
      </div>
      <EnquiryBar registration={registration} priceGbp={priceGbp} buttonId="enquire" />
    </article>
  )
}

/** A button is useless on paper. */
function PrintedAddresses({ registration }: { registration: string }) {
  const site = useSite()
  const siteUrl = useSiteUrl()
  const addresses = [site.telephone?.number, site.email, siteUrl + platePath(registration)].filter(Boolean)
  return <p className="mt-2 hidden text-sm print:block">{`${site.name}: ${addresses.join(', ')}`}</p>
}

function Reason({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1 text-quiet">{children}</dd>
    </div>
  )
}

function PastSales({ sales }: { sales: DocumentedSale[] }) {
  if (sales.length === 0) return null
  return (
    <section>
      <h2 className="subheading">Past Sales</h2>
      <p className="mt-3 text-quiet text-sm">
        Hammer is the price before fees; total includes all fees and taxes.
      </p>
      <ul className="past-sales mt-4 border-line border-b">
        {sales.map((sale) => (
          <li
            key={sale.id}
            className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-line border-t py-3"
          >
            <p>
              {longSaleDate(sale)}
              {sale.whereSold && <span className="text-quiet">, {sale.whereSold}</span>}
            </p>
            <p className="tabular font-medium">{describeSalePrices(sale)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm print:hidden">
        <TextLink to="/sales-explorer">See what other plates sold for</TextLink>
      </p>
    </section>
  )
}

function SimilarPlates({ plates }: { plates: ListedPlate[] }) {
  if (plates.length === 0) return null
  return (
    <section className="mt-8 border-line border-t pt-8 lg:col-span-12 print:hidden">
      <h2 className="subheading">Similar plates</h2>
      <PlateRow plates={plates} className="mt-6" />
    </section>
  )
}
