import type { ReactNode } from 'react'
import { data } from 'react-router'
import { formatNumber, longMonth, MONTHS, monthBefore, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import type { AccuracyReport } from '../../context.ts'
import { siteContext } from '../../context.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink, FactRow } from '../../shared/ui/page-parts.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/accuracy'
import { GroupTable, RSquared, SummaryTable } from './accuracy-tables.tsx'
import { ACCURACY_PATH, formatR2, formatRatio, kindName, percent } from './accuracy-words.ts'
import { CalibrationPlot } from './calibration-plot.tsx'

/**
 * Without estimates the page does not exist: 404, and nothing links to it. If the residuals are missing or damaged, it
 * is temporarily unavailable: 503, so that search engines and monitors retry.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(siteContext).accuracy.read()
  if ('off' in answer) return data({ report: null, isOff: true }, { status: 404 })
  if ('unavailable' in answer)
    return data({ report: null, isOff: false }, { status: 503, headers: { 'Retry-After': '300' } })
  return { report: answer.report, isOff: false }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const TITLE = 'Accuracy of Our Estimates'

export default function Accuracy({ loaderData: { report, isOff } }: Route.ComponentProps) {
  return report ? <Report report={report} /> : <NoReport isOff={isOff} />
}

function NoReport({ isOff }: { isOff: boolean }) {
  return (
    <div className="wrap pt-6 pb-24">
      <PageMeta title={TITLE} path={ACCURACY_PATH} noindex />
      <BackLink to="/valuations">Number Plate Valuations</BackLink>
      <h1 className="title mt-6 md:mt-10">{isOff ? 'We do not publish estimates' : TITLE}</h1>
      <p className="mt-4 max-w-reading text-lg text-quiet">
        {isOff
          ? 'This site does not estimate auction prices, so there is no accuracy to report.'
          : 'Our estimates and their accuracy figures are unavailable just now. Everything else on the site works as usual.'}
      </p>
      <p className="mt-6">
        <TextLink to="/valuations">Ask us for a valuation</TextLink>
      </p>
    </div>
  )
}

function Report({ report }: { report: AccuracyReport }) {
  const { all, answered, halfWithinPercent, noiseCeiling } = report
  const period = describePeriod(report)
  const dearest = report.byPrice.find(({ key }) => key === '10000-')
  return (
    <div className="wrap pt-6 pb-24">
      <PageMeta
        title={TITLE}
        path={ACCURACY_PATH}
        description={`How close our estimates came to the hammer prices of ${formatNumber(all.n)} lots at DVLA auctions, misses included.`}
      />
      <BackLink to="/valuations">Number Plate Valuations</BackLink>
      <h1 className="accuracy-sentence mt-8 font-serif md:mt-14">
        Half of our estimates were within <strong>{halfWithinPercent}%</strong> of the hammer price.
      </h1>
      <p className="mt-8 max-w-reading text-lg text-quiet">
        We estimated {formatNumber(all.n)} lots of the DVLA auctions of {period} from earlier auctions alone.{' '}
        {percent(all.within2x)} of our estimates were within a factor of two, and {percent(all.coverage80)} of
        the prices fell within the range we would have shown.
        {dearest && describeDearest(dearest.coverage80)}
      </p>

      <TitledSection
        id="calibration"
        title="What we estimated, and what they sold for"
        className="mt-12 md:mt-16"
      >
        <CalibrationPlot bins={report.calibration} />
      </TitledSection>

      <TitledSection id="not" title="What the estimate is not" className="mt-16 max-w-reading md:mt-24">
        <ul className="dashes mt-6">
          <li>Not a dealer’s asking price, and not ours.</li>
          <li>Not an offer to buy. We make one only after looking at a registration ourselves.</li>
          <li>
            Not everything the buyer pays. The buyer’s premium, VAT and fees come on top of the hammer price.
          </li>
          <li>Not a promise. Even when the range is right, one price in five falls outside it.</li>
          <li>Not a valuation for insurance, probate or a court.</li>
          <li>
            Not to be added up. Each estimate is a middle figure, and dear lots pull a total up, so the
            estimates for a collection do not add up to what it would fetch.
          </li>
        </ul>
      </TitledSection>

      <details className="fold mt-16 md:mt-24">
        <summary className="chevron">
          <h2 className="heading">For statisticians</h2>
        </summary>
        <p className="mt-4 max-w-reading text-quiet">
          The figures above include the {percent(all.refused)} of lots on which we would have declined to put
          a figure.
          {answered && ` Where we do give a figure, half are within ${percent(answered.mdape, 1)}.`}
        </p>

        <Detail id="summary" title="Compared with a naive figure and with luck">
          <div className="accuracy-against mt-7 grid gap-x-16 gap-y-8">
            <SummaryTable all={all} noiseCeiling={noiseCeiling} />
            <div className="grid content-start gap-4 text-quiet">
              <p>
                The <strong className="font-semibold text-ink">naive figure</strong> is the median price of
                earlier sales of the same format, such as one letter, three figures and three letters. An
                estimate that does no better is worthless.
              </p>
              {noiseCeiling && (
                <p>
                  <strong className="font-semibold text-ink">Luck</strong> is what nobody can foresee. On{' '}
                  {plural(noiseCeiling.pairs, 'occasion')} the same registration was sold again at a later
                  auction, and the two prices differed by a median of {percent(noiseCeiling.medianDifference)}
                  . So even an estimate that knew everything but the luck of the day would reach an{' '}
                  <RSquared /> of about {formatR2(noiseCeiling.r2)}.
                </p>
              )}
            </div>
          </div>
        </Detail>

        <Detail id="groups" title="Where our estimates do better and worse">
          <p className="mt-4 max-w-reading text-quiet">
            The smaller figure beneath each is the naive one. <RSquared /> says how much of the variation
            within a group the estimates explain. In a narrow band of estimates there is little to explain,
            and in a band of hammer prices nothing that an estimate could know, so go by the median error
            there.
          </p>
          <p className="mt-4 text-quiet text-sm md:hidden">The table scrolls sideways.</p>
          <GroupTable report={report} />
        </Detail>

        <Detail id="worst" title="Our worst misses">
          <p className="mt-4 max-w-reading text-quiet">
            The {report.worst.length} lots that sold furthest from our estimate, as a multiple of it. No
            estimate can foresee two bidders set on the same registration, or an auction where nobody wants
            it.
          </p>
          <Misses report={report} />
        </Detail>

        <Detail id="terms" title="How it is measured">
          <dl className="accuracy-terms mt-6">
            {TERMS.map(([term, meaning]) => (
              <FactRow key={meaning} term={term}>
                {meaning}
              </FactRow>
            ))}
          </dl>
        </Detail>

        <Detail id="reproduce" title="Check it yourself">
          <Reproduce report={report} />
        </Detail>
      </details>
    </div>
  )
}

function Detail({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-14" aria-labelledby={id}>
      <h3 id={id} className="subheading">
        {title}
      </h3>
      {children}
    </section>
  )
}

function describeDearest(coverage: number): string {
  const share = percent(coverage)
  return coverage < 0.5
    ? ` Prices of £10,000 or more fell outside the range more often than not: only ${share} were in it.`
    : ` Of prices of £10,000 or more, ${share} were in the range.`
}

function Misses({ report }: { report: AccuracyReport }) {
  return (
    <Table
      scrolls="accuracy-scroll"
      className="accuracy-table max-w-[46rem]"
      caption="The lots whose price was furthest from the estimate"
      columns={['Kind', 'Auction', 'Estimate', 'Times the estimate']}
      rows={report.worst.map(({ kind, month, estimateGbp, isRefused, ratio }) => [
        kindName(kind),
        shortMonth(month),
        <>
          {formatGbp(estimateGbp)}
          {isRefused && <span className="block text-[0.8125rem] text-quiet">not shown</span>}
        </>,
        formatRatio(ratio),
      ])}
    />
  )
}

const TERMS: [term: ReactNode, meaning: string][] = [
  ['Forward only', 'Each month is estimated by a model trained on earlier months alone, and then scored.'],
  [
    'Median error',
    'How far the estimate is from the hammer price, as a share of that price. Half are closer.',
  ],
  [
    'Price in the range',
    'The share of prices that fell between low and high. The range is meant to hold 80% of them.',
  ],
  [
    <RSquared key="r2" />,
    'The share of the variance in the logarithm of the price that the estimates explain: 1 is perfect, 0 is no better than one figure for every lot.',
  ],
  [
    'No figure',
    'Lots we decline to estimate, because the range would be wider than six to one or the registration is too rare or too famous a kind to learn from.',
  ],
]

function Reproduce({ report }: { report: AccuracyReport }) {
  return (
    <div className="mt-4 grid max-w-reading grid-cols-1 gap-4">
      <p>
        The model comes with its {formatNumber(report.all.n)} residuals: month, kind, estimate, range and the
        ratio of price to estimate, without registrations. Every figure on this page is computed from them;
        none is typed in. You can download them{' '}
        <a href={`${ACCURACY_PATH}.json`} className="link" download>
          here as JSON
        </a>
        .
      </p>
      <p>
        With this site’s code and the lists of results, this command retrains the model for each month and
        measures it:
      </p>
      <pre className="accuracy-command">
        <code>
          {`npm run estimate -- backtest --rolling \\\n  --train-to ${monthBefore(report.from)} \\\n  --sales results-2025.csv --sales history.csv`}
        </code>
      </pre>
      <p>
        With <code>--shuffle</code> the prices of the tested months are dealt out at random, and nothing is
        left to explain. The lists are not ours to publish, but others have published them:
      </p>
      <ul className="dashes">
        {report.sources.map(({ name, address, holds }) => (
          <li key={address}>
            <a href={address} className="link" rel="noopener">
              {name}
            </a>
            : {holds}.
          </li>
        ))}
      </ul>
      <p className="text-quiet">
        Only lists of every lot in an auction count. A list of dear lots alone would make any estimate look
        worse at the low end and better at the high one.
      </p>
      <p className="text-quiet text-sm">
        We recognise names with the help of the baby-name lists of the Office for National Statistics,
        National Records of Scotland and the Northern Ireland Statistics and Research Agency. Contains public
        sector information licensed under the{' '}
        <a
          href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/"
          className="link"
          rel="noopener"
        >
          Open Government Licence v3.0
        </a>
        .
      </p>
    </div>
  )
}

/** '2025-03' → 'Mar 2025' */
const shortMonth = (month: string) =>
  `${MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`

/** 'March to November 2025' */
function describePeriod({ from, to }: AccuracyReport): string {
  if (from === to) return longMonth(from)
  const first = from.slice(0, 4) === to.slice(0, 4) ? longMonth(from).split(' ')[0] : longMonth(from)
  return `${first} to ${longMonth(to)}`
}
