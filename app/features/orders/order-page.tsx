import { longDay, plural } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Table } from '#shared/ui/table.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import type { Order } from '../../context.ts'
import { TelephoneLink } from '../../shared/ui/telephone.tsx'
import { headline, nextSentences, stepsOf } from './order-words.ts'

/** What the buyer reads of their order. It has no script. */
export function OrderPage({ order }: { order: Order }) {
  const site = useSite()
  const { registration, name, state, amount, deposit, includes, validUntil, payments } = order
  const { depositDays, balanceDays } = order
  const hasMoney = state === 'agreed' || state === 'done' || payments.length > 0
  const isLive = state !== 'ended' && state !== 'unavailable'
  return (
    <div className="order wrap grid items-start gap-x-16 gap-y-10">
      <title>{`${headline(order)} | ${site.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <p className="order-seller hidden print:block">{site.name}</p>
      <PlateFace registration={registration} className="w-full" />
      <div className="order-head">
        <p className="text-quiet">For {name}</p>
        <h1 className="title mt-2">{headline(order)}</h1>
        {isLive && (
          <>
            <p className="tabular mt-4 font-medium text-4xl">{formatPence(amount)}</p>
            {includes && <p className="mt-2 whitespace-pre-line text-quiet">{includes}</p>}
          </>
        )}
        {state === 'quote' && (
          <>
            <p className="mt-2 text-quiet">
              {deposit === null
                ? `To be paid within ${plural(balanceDays, 'day')} of your yes`
                : `A deposit of ${formatPence(deposit)} within ${plural(depositDays, 'day')} of your yes holds it for you, the rest within ${plural(balanceDays, 'day')}`}
            </p>
            <p className="mt-2 text-quiet">{`Valid until ${longDay(validUntil)}`}</p>
          </>
        )}
        <div className="mt-6 grid gap-3 border-plate border-l-4 pl-4 text-lg">
          {nextSentences(order).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      {hasMoney && <Money order={order} />}
      {isLive && <Steps order={order} isBelowPlate={!hasMoney} />}
      <Questions order={order} />
    </div>
  )
}

function Money({ order: { bill, reference, bankDetails } }: { order: Order }) {
  const rowsOf = (isShown: (line: Order['bill'][number]) => boolean | undefined) =>
    bill.filter(isShown).map(({ label, pence }) => [label, formatPence(pence)])
  return (
    <TitledSection id="money" title="Payments" size="subheading" className="order-below-plate">
      <Table
        className="bill"
        rows={rowsOf(({ isTotal }) => !isTotal)}
        totals={rowsOf(({ isTotal }) => isTotal)}
      />
      {bankDetails && (
        <div className="mt-6 rounded-lg border border-line bg-panel p-5">
          <h3 className="font-semibold">By bank transfer to</h3>
          <p className="tabular mt-1 whitespace-pre-line">{bankDetails}</p>
          <h3 className="mt-3 font-semibold">Payment reference</h3>
          <p className="tabular">{reference}</p>
          <p className="mt-3 text-quiet text-sm">
            We never send or change bank details by e-mail. If you receive such an e-mail, please ask us
            before you pay.
          </p>
        </div>
      )}
    </TitledSection>
  )
}

function Steps({ order, isBelowPlate }: { order: Order; isBelowPlate: boolean }) {
  return (
    <TitledSection
      id="steps"
      title="Where it stands"
      size="subheading"
      className={isBelowPlate ? 'order-below-plate' : undefined}
    >
      <ol className="order-steps">
        {stepsOf(order).map(({ label, day, note }) => (
          <li key={label} data-done={day !== null || undefined}>
            {label}
            <span className="block text-quiet text-sm">
              {day ? longDay(day) : <span className="sr-only">to come</span>}
            </span>
            {note && <span className="block text-sm">{note}</span>}
          </li>
        ))}
      </ol>
    </TitledSection>
  )
}

function Questions({ order: { reference } }: { order: Order }) {
  const site = useSite()
  return (
    <TitledSection id="questions" title="Ask us" size="subheading">
      <ul className="mt-4 grid gap-3">
        {site.telephone && (
          <li>
            <TelephoneLink className="link" />
            <span className="block text-quiet text-sm">{site.telephone.hours}</span>
          </li>
        )}
        <li>
          <a href={`mailto:${site.email}?subject=${reference}`} className="link">
            {site.email}
          </a>
        </li>
        <li>
          <span className="block text-quiet text-sm">Your reference</span>
          <span className="tabular">{reference}</span>
        </li>
      </ul>
    </TitledSection>
  )
}
