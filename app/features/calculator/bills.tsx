import { Fragment } from 'react'
import type { FeeRegime } from '#shared/sales/fee-regimes.ts'
import { claimedRegimes, percent } from '#shared/sales/fees.ts'
import { formatList, longDay, longMonth } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { useDebouncedValue } from '../../shared/ui/use-debounced-value.ts'
import { SourceLink } from '../sales/source-link.tsx'
import { billText } from './amount.ts'
import { type Answer, type Calculation, isStale } from './calculate.ts'
import { type CalculatorView, calculatorQuery } from './calculator-view.ts'
import type { House } from './houses.ts'

interface BillsProps {
  view: CalculatorView
  calculation: Calculation
  isExample: boolean
  today: string
  regimes: readonly FeeRegime[]
}

/** Announced once the visitor has stopped typing. */
const ANNOUNCE_MS = 1_000

export function Bills({ view, calculation, isExample, today, regimes }: BillsProps) {
  const { house, date, errors, regime, answers, amountPence } = calculation
  const announced = useDebouncedValue(isExample ? '' : describeAnswers(calculation), ANNOUNCE_MS)
  const hasRates = regime !== null && claimedRegimes(regime).length > 0
  const isFaulty = errors.house !== undefined || errors.date !== undefined
  return (
    <section aria-label="The bill" className="calculator-answer">
      <p role="status" className="sr-only">
        {announced}
      </p>
      <Fragment key={calculatorQuery(view)}>
        {!isFaulty && !hasRates && (
          <NoRates view={view} house={house} date={date} regime={regime} regimes={regimes} />
        )}
        {answers.length > 0 && (
          <>
            {isExample && (
              <p className="subheading mb-4">
                An example: what you would pay if your bid of {formatPence(amountPence ?? 0)} won.
              </p>
            )}
            {answers.length > 1 && (
              <p className="max-w-reading">
                Sources disagree about the buyer’s premium at {house.name} since October 2025, so here are
                both answers. The rate that counts is the one in the conditions of your own sale. Until you
                have read them, budget for the higher rate, as we have.
              </p>
            )}
            <div
              className={`mt-10 grid gap-x-8 gap-y-10 ${answers.length > 1 ? 'md:grid-cols-2' : 'max-w-[36rem]'}`}
            >
              {answers.map((answer) => (
                <Bill
                  key={answer.rate}
                  answer={answer}
                  house={house}
                  date={date}
                  budgetPence={view.given === 'budget' ? amountPence : null}
                />
              ))}
            </div>
          </>
        )}
        {!isFaulty && hasRates && regime && (
          <Rates regime={regime} date={date} today={today} hasBills={answers.length > 0} />
        )}
      </Fragment>
    </section>
  )
}

interface BillProps {
  answer: Answer
  house: House
  date: string
  budgetPence: number | null
}

function Bill({ answer, house, date, budgetPence }: BillProps) {
  const { rate, hammerPence, bill, leftPence, source } = answer
  const isBelowFirst = hammerPence === 0
  const [first] = bill.lines
  return (
    <div className="calculator-bill min-w-0 border-ink border-t pt-4">
      <h2 className="subheading">
        {source
          ? `If the premium is ${percent(rate)}`
          : budgetPence === null
            ? 'What you pay'
            : 'Your highest bid'}
      </h2>
      {isBelowFirst && budgetPence !== null ? (
        <p className="mt-2">
          {formatPence(budgetPence)} isn’t enough for a bid of {formatPence(first?.amountPence ?? 0)}, which
          comes to {formatPence(bill.totalPence)} with everything added:
        </p>
      ) : (
        <p className="calculator-figure tabular">
          {formatPence(budgetPence === null ? bill.totalPence : hammerPence)}
        </p>
      )}
      <Table
        className="bill"
        captionClass="note"
        caption={`${house.name}, ${longDay(date)}`}
        rows={bill.lines.map(({ label, amountPence }, index) => [
          index === 0 && budgetPence !== null && !isBelowFirst ? 'Hammer price, your highest bid' : label,
          billText(amountPence),
        ])}
        totals={[
          ['You pay', billText(bill.totalPence)],
          ...(leftPence !== null && budgetPence !== null
            ? [[`Left of your ${formatPence(budgetPence)}`, billText(leftPence)]]
            : []),
        ]}
      />
      {source && (
        <p className="note mt-4 max-w-reading">
          {percent(rate)} <SourceLink source={source} before="according to" /> ({source.note})
        </p>
      )}
    </div>
  )
}

interface RatesProps {
  regime: FeeRegime
  date: string
  today: string
  hasBills: boolean
}

function Rates({ regime, date, today, hasBills }: RatesProps) {
  const { checked, assignmentFeeGbp } = regime
  const isOld = isStale(checked, today)
  return (
    <div className="note mt-4 max-w-reading">
      {assignmentFeeGbp === null && (
        <p>We know of no assignment fee at this sale, so the bill doesn’t include one.</p>
      )}
      <p>
        {regime.status !== 'disputed'
          ? `Rates for ${periodOf(regime)}: ${regime.source}.`
          : hasBills
            ? 'VAT and the assignment fee are the same in both.'
            : `Sources disagree about the buyer’s premium for ${periodOf(regime)}: ${rates(regime)}.`}{' '}
        <span className={isOld ? 'calculator-stale font-semibold' : undefined}>
          Checked on {longDay(checked)}
          {isOld && ', more than 90 days ago'}.
        </span>
        {isOld && regime.to === null && ' Read the conditions of your own sale before you bid.'}
        {date > today && ' Your auction is still to come: these are today’s rates.'}
      </p>
    </div>
  )
}

/** Shown if no source states the rates: there is no total, but a link to periods with stated rates. */
function NoRates({
  view,
  house,
  date,
  regime,
  regimes,
}: Pick<BillsProps, 'view' | 'regimes'> & Pick<Calculation, 'house' | 'date' | 'regime'>) {
  const known = regimes.filter((other) => other.seller === house.seller && claimedRegimes(other).length > 0)
  return (
    <div className="max-w-reading">
      <p>
        No source we have seen gives the fees at {house.name} in {longMonth(date)}
        {regime?.status === 'fitted' &&
          `, though a premium of ${premiumOf(regime)} would fit what was reported`}
        , so we can’t work anything out for that date. We do know the rates for{' '}
        {known.map((other, index) => (
          <Fragment key={other.from}>
            {index > 0 && (index === known.length - 1 ? ' and ' : ', ')}
            <Link
              to={`/auction-calculator${calculatorQuery({ ...view, date: other.to === null ? '' : `${other.to}-01` })}`}
              rel="nofollow"
              className="link"
            >
              {periodOf(other)}
            </Link>
          </Fragment>
        ))}
        .
      </p>
    </div>
  )
}

const premiumOf = (regime: Exclude<FeeRegime, { status: 'disputed' }>) =>
  formatList(regime.tiers.map(({ rate }) => percent(rate)))

/** '7% or 3%' */
const rates = (regime: FeeRegime) =>
  claimedRegimes(regime)
    .map(({ rate }) => percent(rate))
    .join(' or ')

function periodOf({ from, to }: FeeRegime): string {
  if (to === null) return `${longMonth(from)} to today`
  return from === to ? longMonth(from) : `${longMonth(from)} to ${longMonth(to)}`
}

/** 'A bid of £8,800 comes to £11,484.80.' */
export function describeAnswers({ answers, amountPence, errors }: Calculation): string {
  const fault = errors.amount ?? errors.date ?? errors.house
  if (fault) return fault
  if (amountPence === null || answers.length === 0) return ''
  const sentences = answers.map(({ rate, hammerPence, bill, leftPence, source }) => {
    const premium = source ? ` at a premium of ${percent(rate)}` : ''
    const total = formatPence(bill.totalPence)
    if (hammerPence === 0) return `${formatPence(amountPence)} isn’t enough for a first bid${premium}.`
    if (leftPence === null) return `A bid of ${formatPence(hammerPence)} comes to ${total}${premium}.`
    return `Your highest bid is ${formatPence(hammerPence)}${premium}: you pay ${total} and keep ${formatPence(leftPence)}.`
  })
  return sentences.join(' ')
}
