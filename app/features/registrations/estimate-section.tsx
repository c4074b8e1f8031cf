import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { percent, totalsNow } from '#shared/sales/fees.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { formatGbp, threeFigures } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { calculatorPath, registrationPath, valuationPath } from '#shared/urls.ts'
import { AfterPaint } from '../../shared/ui/after-paint.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { ComparablesList } from '../estimates/comparables-list.tsx'
import { PriceRule } from '../estimates/price-scale.tsx'
import type { SimilarSale } from '../sales/similar-sales/similar-sales.ts'
import { SourceLink } from '../sales/source-link.tsx'
import type { KnownRegistration } from './read-registration.server.ts'

type Shown = KnownRegistration['estimate']
type Estimate = Extract<Shown, { midGbp: number }>
type RefusalReason = Extract<Shown, { refused: unknown }>['refused']

export const UNAVAILABLE = 'Estimates are not available just now.'
const NO_COMPARABLES = 'No close comparables on record.'
const SAME_FORMAT = 'These share its format, and its number or a near one: a rough guide at best.'
export const NO_FIGURE = 'We can’t put a figure on this one.'

/** The estimated hammer price with its evidence. With ESTIMATES=off, only the sales. */
export function EstimateSection({ known }: { known: KnownRegistration }) {
  const { registration, estimate, comparables, sameFormat, plate } = known
  const isClose = comparables !== null && comparables.length > 0
  const shown = isClose ? comparables : sameFormat
  const range = 'midGbp' in estimate ? estimate : null
  const isOff = 'off' in estimate
  // Omits sales that cannot be read.
  if (isOff && comparables === null) return null
  return (
    <TitledSection
      id="estimate"
      title={isOff ? 'What similar registrations sold for' : 'What it might fetch at auction'}
    >
      {range && <Figures estimate={range} />}
      {'refused' in estimate && <Refused registration={registration} reason={estimate.refused} />}
      {'unavailable' in estimate && <p className="mt-4 max-w-reading text-quiet">{UNAVAILABLE}</p>}
      <AfterPaint>
        {(range || shown.length > 0) && (
          <div className={isClose || range ? 'mt-8' : 'mt-8 print:hidden'}>
            <PriceRule
              dots={shown.map(toDot)}
              range={range}
              chip={
                plate && plate.priceGbp > 0
                  ? { priceGbp: plate.priceGbp, label: `Ours, ${formatGbp(plate.priceGbp)}` }
                  : null
              }
              label={describeRule(known, shown)}
            />
          </div>
        )}
        {range && <Meaning estimate={range} />}
        {comparables && (isClose || !range) && <SoldAlike known={known} shown={shown} isTitled={!isOff} />}
        {range && <Totals {...range} />}
      </AfterPaint>
    </TitledSection>
  )
}

interface SoldAlikeProps {
  known: KnownRegistration
  shown: readonly SimilarSale[]
  isTitled: boolean
}

function SoldAlike({ known: { comparables, categoryPath }, shown, isTitled }: SoldAlikeProps) {
  return (
    <div className="mt-10">
      {isTitled && <h3 className="subheading">What similar registrations sold for</h3>}
      {comparables?.length === 0 && (
        <p className="mt-3 text-quiet">
          {NO_COMPARABLES} {shown.length > 0 && <span className="print:hidden">{SAME_FORMAT}</span>}
        </p>
      )}
      {shown.length > 0 && (
        <div className={comparables?.length === 0 ? 'mt-4 print:hidden' : 'mt-4'}>
          <ComparablesList similar={shown} />
        </div>
      )}
      {categoryPath && (
        <p className="mt-4 text-sm print:hidden">
          <Link to={categoryPath} rel="nofollow" className="link">
            All recorded sales in its category
          </Link>
        </p>
      )}
    </div>
  )
}

function toDot({ sale }: SimilarSale) {
  const { registration, hammerPriceGbp } = sale
  const priceGbp = hammerPriceGbp ?? 0
  return {
    registration,
    priceGbp,
    href: registrationPath(registration),
    label: `${registration}, ${formatGbp(priceGbp)}, ${longSaleDate(sale)}`,
  }
}

function describeRule({ estimate, plate }: KnownRegistration, shown: readonly SimilarSale[]): string {
  const prices = shown.map(({ sale }) => sale.hammerPriceGbp ?? 0)
  const parts = [
    prices.length > 0 &&
      `Similar registrations sold for ${formatGbp(Math.min(...prices))} to ${formatGbp(Math.max(...prices))}.`,
    'midGbp' in estimate &&
      `Our estimate is ${formatGbp(estimate.lowGbp)} to ${formatGbp(estimate.highGbp)}.`,
    plate && plate.priceGbp > 0 && `Our asking price is ${formatGbp(plate.priceGbp)}.`,
  ].filter((part) => typeof part === 'string')
  return `Prices on a scale. ${parts.join(' ')}`
}

function Figures({ estimate: { lowGbp, midGbp, highGbp } }: { estimate: Estimate }) {
  return (
    <p className="mt-6 flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <span className="estimate-middle tabular font-medium leading-none">
        <span className="sr-only">About </span>
        {formatGbp(midGbp)}
      </span>
      <span className="tabular text-[1.25rem] text-quiet">
        {formatGbp(lowGbp)} to {formatGbp(highGbp)}
      </span>
    </p>
  )
}

function Meaning({ estimate: { confidenceText } }: { estimate: Estimate }) {
  return (
    <>
      <p className="mt-6 max-w-reading">
        <span className="font-medium">{confidenceText.label}.</span> {confidenceText.sentences.join(' ')}
      </p>
      <p className="mt-3 max-w-reading text-quiet">
        This estimates the hammer price at a DVLA auction today, before fees. It is not an asking price or an
        offer to buy. <TextLink to="/valuations/accuracy">How accurate our estimates are</TextLink>
      </p>
    </>
  )
}

function Totals({ lowGbp, midGbp, highGbp }: Pick<Estimate, 'lowGbp' | 'midGbp' | 'highGbp'>) {
  const regimes = feeRegimes(useSite().dvlaPremium)
  const hammers = [lowGbp, midGbp, highGbp]
  const totals = hammers.map((hammerGbp) => totalsNow(hammerGbp, regimes))
  const [, middle = []] = totals
  if (middle.length === 0) return null
  const isDisputed = middle.length > 1
  const [dearest = [], ...others] = middle.map(({ rate }, index) => [
    isDisputed ? `Total price, at a premium of ${percent(rate)}` : 'Total price',
    ...totals.map((ofRates) => formatGbp(threeFigures(ofRates[index]?.totalGbp ?? 0))),
  ])
  return (
    <div className="mt-10">
      <Table
        className="bill estimate-totals"
        captionClass=""
        caption="What you would pay in all, with the buyer’s premium, VAT and the assignment fee"
        columns={[{ name: 'Price', isHidden: true }, 'Low', 'Middle', 'High']}
        rows={[['Hammer price', ...hammers.map(formatGbp)], dearest]}
      />
      {isDisputed && (
        <details className="mt-2 text-sm">
          <summary className="text-quiet">Sources disagree about the buyer’s premium</summary>
          <Table className="bill estimate-totals" rows={others} />
          <p className="mt-2 text-quiet">
            {middle.map(({ rate, source }, index) => (
              <span key={rate}>
                {index > 0 && ', or '}
                {percent(rate)} {source && <SourceLink source={source} before="according to" />}
              </span>
            ))}
            .
          </p>
        </details>
      )}
      <p className="mt-2 text-sm">
        <Link to={calculatorPath(midGbp)} rel="nofollow" className="link">
          Work out a bid of my own
        </Link>
      </p>
    </div>
  )
}

export const REFUSALS: Record<RefusalReason, string> = {
  'wide-range': 'Plates like this vary too much for a useful figure.',
  'record-class':
    'The shortest and the most famous registrations are in a class of their own. So few are sold, and so keenly, that one price says little about the next.',
  'own-sale':
    'This registration has sold for far more or far less than others like it. That sale, shown below, is better evidence than our estimate.',
  'unlearnt-system':
    'We estimate prices at DVLA auctions, which rarely or never sell registrations of this kind.',
  'unlearnt-format': 'Too few registrations in this format have sold for us to estimate.',
}

function Refused({ registration, reason }: { registration: string; reason: RefusalReason }) {
  return (
    <div className="mt-4 max-w-reading">
      <p className="text-lg">{NO_FIGURE}</p>
      <p className="mt-2 text-quiet">{REFUSALS[reason]}</p>
      <p className="mt-4">
        <TextLink to={valuationPath(registration)}>Ask us for a free valuation</TextLink>
      </p>
    </div>
  )
}
