import { data, redirect } from 'react-router'
import type { ListedPlate, Plate } from '#shared/plates/find-plates.ts'
import { EXPLORER_LIST, EXPLORERS } from '#shared/sales/explorers.ts'
import { describeForPrice, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { formatGbp } from '#shared/text/money.ts'
import { Price } from '#shared/ui/price.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { enquiryPath, platePath, registrationPath, shareImagePath, wishPath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { AfterPaint } from '../../shared/ui/after-paint.tsx'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink } from '../../shared/ui/page-parts.tsx'
import { useSiteUrl } from '../../shared/ui/site-url.ts'
import { Unavailable } from '../../shared/ui/unavailable.tsx'
import { PlateRow } from '../plates/plate-card.tsx'
import { plateJsonLd } from '../plates/plate-json-ld.ts'
import { StripPlateFace } from '../sales/strip-plate-face.tsx'
import type { Route } from './+types/show'
import { EstimateSection } from './estimate-section.tsx'
import { Facts } from './facts.tsx'
import { NextSteps } from './next-steps.tsx'
import { NotARegistration } from './not-a-registration.tsx'
import {
  canonicalPath,
  type KnownRegistration,
  readPlatesLike,
  readRegistration,
} from './read-registration.server.ts'
import { RecordedSales } from './recorded-sales.tsx'

export const handle: PageHandle = {
  styles: ['plates', 'enquiries', 'estimates', 'bill', 'records', 'registrations'],
}

/** On the server only, where estimates are computed; navigation in the browser requests the data. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const typed = params.registration
  const canonical = canonicalPath(typed)
  if (canonical !== null && url.pathname !== canonical) throw redirect(canonical + url.search, 301)
  const site = context.get(siteContext)
  const read = await readRegistration(typed, site)
  // Neither 404 nor noindex, which would make search engines drop a recorded registration.
  const unread = { status: 503, headers: { 'Retry-After': '30' } }
  if (!('registration' in read)) return data({ none: read }, read.hasReadFailed ? unread : { status: 404 })
  const path = registrationPath(read.registration)
  if (url.pathname !== path) throw redirect(path + url.search, 301)
  const similarPlates = await readPlatesLike(read, site)
  return data({ none: null, known: read, similarPlates }, read.hasReadFailed ? unread : { status: 200 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default memoPage(function RegistrationPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.none) return <NotARegistration {...loaderData.none} />
  const { known, similarPlates } = loaderData
  return <Known key={known.registration} known={known} similarPlates={similarPlates} />
})

function Known({ known, similarPlates }: { known: KnownRegistration; similarPlates: ListedPlate[] }) {
  const site = useSite()
  const siteUrl = useSiteUrl()
  const { registration, system, facts, sales, plate, isKnown, hasReadFailed } = known
  const { path, home } = EXPLORER_LIST.find(({ home }) => home?.system === system) ?? EXPLORERS.uk
  const isTransferable = facts?.vehicles.may !== 'none'
  return (
    <article className="wrap registration-page pt-6 pb-24">
      <PageMeta
        title={`${registration}: ${titleOf(known)}`}
        path={registrationPath(registration)}
        description={describeSummary(known)}
        image={
          isKnown ? { src: shareImagePath(registration), alt: `Registration ${registration}` } : undefined
        }
        jsonLd={plate ? plateJsonLd(siteUrl, site, plate) : undefined}
        noindex={!isKnown}
      />
      <BackLink to={path}>Back to the Sales Explorer</BackLink>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <div
            className={`plate-stage rounded-lg border ${plate ? 'border-line bg-panel' : 'border-transparent bg-closing'}`}
          >
            <StripPlateFace registration={registration} strip={home?.strip} />
          </div>
        </div>
        <div className="lg:col-span-4 lg:self-center">
          <h1 className="title">{registration}</h1>
          {facts && <p className="mt-3 text-lg text-quiet">{facts.sentences[0]}</p>}
          {plate ? (
            <ForSale plate={plate} />
          ) : (
            <>
              <LastSale sales={sales} />
              {!hasReadFailed && isTransferable && <NotForSale registration={registration} />}
            </>
          )}
        </div>

        {hasReadFailed && (
          <div className="lg:col-span-12">
            <Unavailable title={`We can’t look up ${registration} just now`}>
              The fault is on our side. We can’t reach our records, so we can’t say whether {registration} has
              been sold or whether we have it for sale. Please try again in a minute, or ask us.
            </Unavailable>
          </div>
        )}

        {isTransferable && (
          <div className="mt-4 lg:col-span-7 lg:mt-8">
            <EstimateSection known={known} />
          </div>
        )}
        <Facts
          known={known}
          className={`mt-4 lg:mt-10 ${isTransferable ? 'lg:col-span-4 lg:col-start-9' : 'lg:col-span-8'}`}
        />
      </div>

      <AfterPaint>
        <RecordedSales known={known} />
        {isTransferable && plate === null && <NextSteps known={known} />}
        {similarPlates.length > 0 && (
          <TitledSection
            id="similar"
            title="Similar plates for sale"
            size="subheading"
            className="mt-20 border-line border-t pt-8 print:hidden"
          >
            <PlateRow plates={similarPlates} className="mt-6" />
          </TitledSection>
        )}
      </AfterPaint>
    </article>
  )
}

function titleOf({ sales, estimate, facts }: KnownRegistration): string {
  if (sales.records.length > 0) return 'What It Sold For'
  return 'off' in estimate || facts?.vehicles.may === 'none' ? 'What We Know' : 'What It Is Worth'
}

/** As wide as its column. */
const WIDE = 'flex w-full sm:max-lg:max-w-sm'

function ForSale({ plate: { registration, priceGbp } }: { plate: Plate }) {
  const site = useSite()
  return (
    <>
      <p className="mt-6 text-quiet text-sm">For sale here at our asking price</p>
      <p className="mt-1 font-medium text-3xl leading-none md:text-4xl">
        <Price priceGbp={priceGbp} />
      </p>
      <p className="wrap-anywhere mt-3 text-quiet text-sm">{site.prices.statement}</p>
      <ButtonLink to={platePath(registration)} className={`button mt-6 ${WIDE}`}>
        See the plate
      </ButtonLink>
      <ButtonLink to={enquiryPath(registration)} className={`button button-quiet mt-3 ${WIDE}`}>
        Enquire About This Plate
      </ButtonLink>
    </>
  )
}

function LastSale({ sales: { records } }: Pick<KnownRegistration, 'sales'>) {
  const [latest] = records
  const price = latest ? knownPrice(latest) : null
  if (!latest || price === null) return null
  return (
    <>
      <p className="mt-6 text-quiet text-sm">
        Sold in {longSaleDate(latest)}
        {latest.whereSold && `, ${latest.whereSold}`}
      </p>
      <p className="mt-1 font-medium text-3xl leading-none md:text-4xl">
        <Price priceGbp={price} />
      </p>
      <p className="mt-2 text-sm">
        <span className="text-quiet">
          {capitalised(describeKnownPrice(latest, EXPLORERS[latest.explorer]))}.{' '}
        </span>
        <a href="#sales" className="link">
          See the sale in full
        </a>
      </p>
    </>
  )
}

function NotForSale({ registration }: { registration: string }) {
  return (
    <>
      <p className="mt-6">We don’t have this plate for sale.</p>
      <ButtonLink to={wishPath(registration, 'find')} className={`button mt-4 ${WIDE}`}>
        Ask Us to Find It
      </ButtonLink>
    </>
  )
}

/** For search engines: the latest sale, our price or the estimate, and the facts of the registration. */
function describeSummary({ registration, sales, plate, estimate, facts }: KnownRegistration): string {
  const [latest] = sales.records
  const sentences = [
    latest &&
      `${registration} was sold in ${longSaleDate(latest)}${describeForPrice(latest, EXPLORERS[latest.explorer])}${latest.whereSold ? `, ${latest.whereSold}` : ''}.`,
    plate && plate.priceGbp > 0 && `We have ${registration} for sale at ${formatGbp(plate.priceGbp)}.`,
    'midGbp' in estimate &&
      `We estimate a hammer price of ${formatGbp(estimate.lowGbp)} to ${formatGbp(estimate.highGbp)} at auction, before fees.`,
    ...(facts?.sentences ?? []),
    latest && 'See every recorded sale with its source.',
  ]
  return sentences.filter(Boolean).join(' ')
}
