import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { type DisputedRegime, feeRegimes, type KnownRegime } from '#shared/sales/fee-regimes.ts'
import {
  DVLA,
  explainPrice,
  type FeeBreakdown,
  isSoldBy,
  type Provenance,
  percent,
} from '#shared/sales/fees.ts'
import { longSaleDate, type SaleRecord, SELECTION_SENTENCES } from '#shared/sales/sale.ts'
import { formatList } from '#shared/text/format.ts'
import { formatGbp, formatGbpAndPence } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { calculatorPath, reportFigurePath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { SourceLink } from './source-link.tsx'
import { publicationOf } from './source-names.ts'

export function RecordedSale({ sale, explorer }: { sale: SaleRecord; explorer: ExplorerName }) {
  const { hammer, total, breakdown, regime } = explainPrice(
    sale,
    feeRegimes(useSite().dvlaPremium),
    EXPLORERS[explorer],
  )
  const source = publicationOf(sale.sourceUrl)
  const { hasHammerPrice, suffix } = EXPLORERS[explorer]
  const isHammerAlone = !hasHammerPrice && sale.priceBasis === 'hammer'
  const isOwn = sale.selection === 'own'
  const sentence = sale.selection && SELECTION_SENTENCES[sale.selection]
  return (
    <section className="recorded-sale mt-12 grid gap-x-12 gap-y-6 border-ink border-t pt-6">
      <header>
        <h2 className="subheading">{longSaleDate(sale)}</h2>
        <p className="mt-1 text-quiet">
          {sale.whereSold ?? 'Where it was sold is not recorded'}
          {suffix}
        </p>
        <p className="mt-4 text-sm">
          <span className="text-quiet">Source: </span>
          {isOwn && 'our own records'}
          {isOwn && source && ', '}
          {source && (
            <a href={source.url} className="link" rel="noopener nofollow">
              {source.name}
            </a>
          )}
          {!isOwn && !source && 'not recorded'}
        </p>
        {sentence && <p className="mt-1 text-quiet text-sm">{sentence}</p>}
      </header>
      <div>
        <dl className="facts">
          {hasHammerPrice && (
            <FigureRow
              name="Hammer price"
              priceGbp={hammer.priceGbp}
              provenance={PROVENANCES[hammer.provenance.is]}
            />
          )}
          <FigureRow
            name={isHammerAlone ? 'Hammer price' : hasHammerPrice ? 'Total price' : 'Price'}
            priceGbp={total.priceGbp}
            provenance={
              isHammerAlone ? 'reported, before the buyer’s commission' : PROVENANCES[total.provenance.is]
            }
          />
        </dl>
        {breakdown && regime && regime.status !== 'disputed' && (
          <FeeTable breakdown={breakdown} regime={regime} sale={sale} hammer={hammer.provenance} />
        )}
        {!breakdown && regime?.status === 'fitted' && <Fitted regime={regime} />}
        {total.provenance.is === 'disputed' && regime?.status === 'disputed' && <Disputed regime={regime} />}
        {sale.note && (
          <div className="mt-6">
            <h3 className="font-semibold text-sm">About this sale</h3>
            <p className="mt-1 text-quiet text-sm">{sale.note}</p>
          </div>
        )}
        <p className="mt-6 text-sm print:hidden">
          <TextLink to={reportFigurePath(sale)}>Report a figure that is wrong</TextLink>
        </p>
        {hasHammerPrice &&
          isSoldBy(DVLA, sale.whereSold) &&
          hammer.priceGbp !== null &&
          hammer.priceGbp > 0 && (
            <p className="mt-2 text-sm">
              <Link to={calculatorPath(hammer.priceGbp)} rel="nofollow" className="link">
                What would I pay today for a bid of {formatGbp(hammer.priceGbp)}?
              </Link>
            </p>
          )}
      </div>
    </section>
  )
}

interface FigureRowProps {
  name: string
  priceGbp: number | null
  provenance: string
}

function FigureRow({ name, priceGbp, provenance }: FigureRowProps) {
  return (
    <div>
      <dt>
        {name}
        <span className="block text-sm">{provenance}</span>
      </dt>
      <dd className="tabular font-medium text-2xl">
        {priceGbp === null || priceGbp <= 0 ? '-' : formatGbp(priceGbp)}
      </dd>
    </div>
  )
}

const PROVENANCES: Record<Provenance['is'], string> = {
  reported: 'reported',
  'as reported': 'as reported: the source does not say what it includes',
  computed: 'computed by us, not reported',
  disputed: 'not computed: the fee rate at the time is disputed',
  unknown: 'not reported',
}

function FeeTable({
  breakdown,
  regime,
  sale,
  hammer,
}: {
  breakdown: FeeBreakdown
  regime: KnownRegime
  sale: SaleRecord
  hammer: Provenance
}) {
  const { registration } = sale
  const isWorkedBack = hammer.is === 'computed'
  const reportedGbp = sale.priceBasis === 'hammer' ? null : sale.totalPriceGbp
  return (
    <div className="mt-6">
      <h3 className="font-semibold text-sm">From the hammer to the total</h3>
      <Table
        className="bill"
        caption={`How the hammer price of ${registration} becomes the total`}
        rows={breakdown.steps.map(({ label, amountGbp }, index) => [
          index === 0 ? `${label}, ${hammer.is}` : label,
          formatGbpAndPence(amountGbp),
        ])}
        totals={[[isWorkedBack ? 'Total, reported' : 'Total, computed', formatGbp(breakdown.totalGbp)]]}
      />
      <p className="mt-2 text-quiet text-sm">
        {reportedGbp !== null && compareTotals(breakdown.totalGbp, reportedGbp, isWorkedBack)}
        {reportedGbp !== null && regime.vat === 0 && ' The reported total carries no VAT on the premium.'}{' '}
        Rates: {regime.source}.
      </p>
    </div>
  )
}

function compareTotals(computed: number, reported: number, isWorkedBack: boolean): string {
  if (isWorkedBack && computed === reported)
    return 'Only the total was reported: the hammer price is worked back from it with these rates, and agrees to the pound.'
  if (computed === reported) return 'This agrees with the reported total to the pound.'
  return `This differs from the reported total by ${formatGbp(Math.abs(computed - reported))}.`
}

function Fitted({ regime }: { regime: KnownRegime }) {
  const { tiers, vat, assignmentFeeGbp } = regime
  const parts = [
    `a premium of ${percent(tiers[0]?.rate ?? 0)}`,
    vat === null ? null : `VAT of ${percent(vat)}`,
    assignmentFeeGbp === null ? null : `an assignment fee of ${formatGbp(assignmentFeeGbp)}`,
  ].filter((part) => part !== null)
  return (
    <p className="mt-6 text-quiet text-sm">
      No source gives the fees for this sale. With {formatList(parts)}, {regime.source} give round hammer
      prices. That fits but proves nothing, so we compute no figures from it.
    </p>
  )
}

function Disputed({ regime }: { regime: DisputedRegime }) {
  return (
    <div className="mt-6 text-sm">
      <h3 className="font-semibold">Which premium?</h3>
      <p className="mt-1 text-quiet">
        Sources disagree about the buyer’s premium at this time, so we compute no total:
      </p>
      <ul className="mt-2 list-disc pl-5 text-quiet">
        {regime.candidates.map(({ rate, source }) => (
          <li key={rate}>
            {percent(rate)}, <SourceLink source={source} before="according to" /> ({source.note})
          </li>
        ))}
      </ul>
    </div>
  )
}
