import { isUncleared, PAYMENT_LABELS, type Payment, paidOf, stageOf } from '#services/deals/deal-types.ts'
import { isUnavailable } from '#services/deals/standing.ts'
import { formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { CopyText } from '../../ui/copy-button.tsx'
import { shortDay, shortMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { FormProblem, TextArea } from '../../ui/field.tsx'
import { answerTo, typedText, useFirstFault } from '../../ui/form-answer.ts'
import { ButtonLink, DoneNote, Page, Section, TextLink } from '../../ui/page.tsx'
import { PapersOfPlate } from '../stock/papers-of-plate.tsx'
import { describeStatus, Fact } from '../stock/plate-fact.tsx'
import type { Route } from './+types/deal'
import { changeDeal } from './change-deal.server.ts'
import { readShownDeal } from './shown-deal.server.ts'
import { describeStage } from './stage.ts'
import { StepForm } from './step-form.tsx'
import { otherStepsOf, stepsOf } from './steps.server.ts'

type ShownDeal = Route.ComponentProps['loaderData']

export { revalidateRefused as shouldRevalidate } from '../../ui/form-answer.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shown = await readShownDeal(context, params.id, url.searchParams.has('done'))
  // What the steps alone show is not sent a second time.
  const { letter, letterTerms, owed, undecided, others, purchases, reserveUntil, isRecorded, ...page } = shown
  return { ...page, steps: stepsOf(shown), otherSteps: otherStepsOf(shown) }
}

export const action = ({ context, params, request }: Route.ActionArgs) =>
  changeDeal(params.id, request, context.get(deskContext), actorOf(context))

export default function ShowDeal({ loaderData: shown, actionData: refused }: Route.ComponentProps) {
  const { deal, payments, reference, hasThread, warning, done } = shown
  useFirstFault(refused)
  const { steps } = shown
  const next = deal.outcome && deal.isSettled ? undefined : steps.find(({ isDone }) => !isDone)
  const folded = [...steps.filter((step) => step !== next), ...shown.otherSteps]
  const lastPay = steps.findLast(({ name }) => name === 'pay')
  const isGone = !steps.some(({ name }) => answerTo(refused, name))
  const sent = { seenAt: deal.updatedAt, payment: shown.payment }
  const bodyOf = (step: (typeof steps)[number]) => (
    <>
      <StepForm step={step} sent={sent} isNext={step === next} answer={answerTo(refused, step.name)} />
      {step === lastPay && payments.length > 0 && (
        <ul className="ledger-list mt-4">
          {payments.map((payment) => (
            <PaymentLine key={payment.id} payment={payment} seenAt={deal.updatedAt} today={shown.today} />
          ))}
        </ul>
      )}
    </>
  )
  return (
    <Page title={`${deal.registration} ${deal.kind === 'sale' ? 'for' : 'from'} ${deal.name}`}>
      <p className="-mt-3 mb-4 text-quiet">
        {`${formatPence(deal.amount)} · ${describeStage(deal)} · `}
        {hasThread ? (
          <TextLink to={`/enquiries/${reference}`}>the enquiry</TextLink>
        ) : (
          'its enquiry has been removed'
        )}
      </p>
      {warning && (
        <div className="desk-note mb-4" data-kind="error">
          <p>{`${warning} Write to them, offer another, give back what was paid, and withdraw it.`}</p>
        </div>
      )}
      {refused && Object.keys(refused.fields).length === 0 && (
        <FormProblem className="mb-4">
          <p>{refused.message}</p>
          {refused.isConflict && <p>Nothing was sent or changed. Send it again if it still applies.</p>}
          {refused.isConflict && isGone && typedText(refused.typed, 'text') && (
            <TextArea label="What you wrote" name="kept" readOnly value={typedText(refused.typed, 'text')} />
          )}
        </FormProblem>
      )}
      {!refused && <DoneNote>{done && `${done.replace(/\.$/, '')}.`}</DoneNote>}
      <div className="grid desk:grid-cols-[22rem_minmax(0,40rem)] gap-x-12 gap-y-8 min-[84rem]:grid-cols-[20rem_minmax(0,36rem)_minmax(0,1fr)]">
        <div>
          <PlateFace registration={deal.registration} decorative className="w-full max-w-88" />
          <Facts {...shown} />
        </div>
        <div className="deal-form" key={deal.updatedAt}>
          {next && (
            <Section
              id="next-title"
              title={next.title}
              className="deal-next mb-5 grid gap-3 border-plate border-t-3 bg-panel p-4 max-desk:-mx-4"
            >
              {bodyOf(next)}
            </Section>
          )}
          {folded.map((step) => (
            <details
              key={`${step.name} ${step.title}`}
              className="stock-form-more"
              open={answerTo(refused, step.name) !== undefined}
            >
              <summary>{`${step.isDone ? '✓ ' : ''}${step.title}`}</summary>
              <div className="pb-4">{bodyOf(step)}</div>
            </details>
          ))}
          <datalist id="methods">
            {['bank transfer', 'card', 'cash', 'cheque'].map((method) => (
              <option key={method} value={method} />
            ))}
          </datalist>
        </div>
        <div className="desk:col-start-2 grid min-w-0 max-w-160 content-start gap-8 min-[84rem]:col-start-auto">
          <Papers {...shown} />
          <Thread {...shown} />
        </div>
      </div>
    </Page>
  )
}

function Facts({ deal: { deposit, amount }, payments, plate, isReserved, today }: ShownDeal) {
  return (
    <dl className="plate-facts">
      {deposit !== null && <Fact label="Deposit asked for">{formatPence(deposit)}</Fact>}
      {payments.length > 0 && (
        <Fact label="Paid">{`${formatPence(paidOf(payments))} of ${formatPence(amount)}`}</Fact>
      )}
      {plate && <PapersOfPlate plate={plate} today={today} />}
      {plate && (
        <Fact label="In the stock">
          <TextLink to={`/stock/${plate.id}`}>
            {describeStatus({ ...plate, reservedFor: isReserved ? null : plate.reservedFor })}
          </TextLink>
        </Fact>
      )}
    </dl>
  )
}

function PaymentLine({ payment, seenAt, today }: { payment: Payment; seenAt: string; today: string }) {
  const { id, kind, amount, paidOn, method, payer, note } = payment
  const what = `${PAYMENT_LABELS[kind]}: ${formatPence(amount)}`
  const waits = isUncleared(payment)
  const facts = [shortDay(paidOn), method, payer && `paid by ${payer}`, note, waits && 'not cleared yet']
  return (
    <li className="ledger-line flex-wrap">
      <p className="wrap-anywhere min-w-0 flex-1">
        {what}
        <span className="block text-aside text-quiet">{facts.filter(Boolean).join(', ')}</span>
      </p>
      {waits && (
        <DeskForm sends={{ intent: 'clear', seenAt, payment: id, on: today }}>
          <button type="submit" className="row-action" aria-label={`Cleared: ${what}`}>
            Cleared
          </button>
        </DeskForm>
      )}
      <DeskForm sends={{ intent: 'take back pay', seenAt, payment: id }}>
        <button type="submit" className="row-action" aria-label={`Remove: ${what}`}>
          Remove
        </button>
      </DeskForm>
    </li>
  )
}

/** What the other side sees or gets. */
function Papers({ deal, payments, hasAddress, message, link, standing }: ShownDeal) {
  const { id, kind, agreedOn, outcome } = deal
  const isSale = kind === 'sale'
  const isOff = stageOf(deal) === 'lapsed' || isUnavailable(deal, standing)
  const isToCopy = !hasAddress && message !== null
  if (!isSale && !isToCopy) return null
  return (
    <Section id="papers-title" title={`For the ${isSale ? 'buyer' : 'seller'}`} className="grid gap-4">
      {isToCopy && <CopyText label="Message" value={message} rows={10} />}
      {isSale && <CopyText label="The buyer’s page" value={link} rows={2} />}
      {isSale && (
        <p className="desk-actions">
          {agreedOn && !isOff && (outcome === null || outcome === 'done') && (
            <ButtonLink to={`/deals/${id}/confirmation`}>Order confirmation</ButtonLink>
          )}
          {payments.length > 0 && <ButtonLink to={`/deals/${id}/receipt`}>Receipt</ButtonLink>}
        </p>
      )}
    </Section>
  )
}

function Thread({ thread, reference, today }: ShownDeal) {
  if (thread.length === 0) return null
  return (
    <Section id="thread-title" title="The thread">
      <ul className="ledger-list">
        {thread.map(({ id, person, body, createdAt }) => (
          <li key={id} className="ledger-line flex-wrap">
            <p className="wrap-anywhere line-clamp-4 min-w-0 flex-1">
              <span className="block text-aside text-quiet">{`${person}, ${shortMoment(createdAt, today)}`}</span>
              {body}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <TextLink to={`/enquiries/${reference}`}>All of it</TextLink>
      </p>
    </Section>
  )
}
