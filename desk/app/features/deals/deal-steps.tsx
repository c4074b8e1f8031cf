import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import {
  ENDINGS,
  type Ending,
  formatPence,
  PAYMENT_KINDS,
  type Payment,
  paidOf,
} from '#services/deals/deal-types.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { shortDay } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { TextLink } from '../../ui/page.tsx'
import { SelectField, TextArea, TextField } from '../stock/field.tsx'
import type { DealAnswer } from './change-deal.server.ts'
import type { ShownDeal } from './deal.tsx'
import type { StepName } from './stage.ts'

interface Step {
  name: string
  title: string
  done: boolean
  body: ReactNode
}

type Refused = DealAnswer | undefined

/** A field holds what was typed and refused, or a default. */
const fieldsOf = (intent: string, refused: Refused) => {
  const mine = refused?.intent === intent ? refused : undefined
  return (name: string, value: string | null | undefined) => ({
    name,
    defaultValue: mine?.typed[name] ?? value ?? '',
    error: mine?.fields[name],
  })
}

interface StepFormProps {
  intent: string
  seenAt: string
  button?: string
  /** Instead of `button`. */
  buttons?: ReactNode
  isMain?: boolean
  children?: ReactNode
}

function StepForm({ intent, seenAt, button, buttons, isMain = true, children }: StepFormProps) {
  const isSending = useNavigation().state === 'submitting'
  return (
    <DeskForm className="stock-short-form" echoOnRefusal>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="seenAt" value={seenAt} />
      {children}
      <p className="stock-form-end">
        {button && (
          <button type="submit" className="button-small" data-main={isMain || undefined} disabled={isSending}>
            {button}
          </button>
        )}
        {buttons}
      </p>
    </DeskForm>
  )
}

/** The steps of the deal in their order; one that is done can be taken back. */
export function dealSteps(shown: ShownDeal, refused: Refused): Step[] {
  const { deal, isReserved, plate, owed, payments, today } = shown
  const { kind, agreedOn, soldOn, outcome, name, identitySeenOn, certificateReceivedOn } = deal
  const seenAt = deal.updatedAt
  const isSale = kind === 'sale'
  const step = (
    stepName: StepName,
    title: string,
    doneTitle: string | false,
    body: ReactNode,
    remark?: ReactNode,
  ): Step => ({
    name: stepName,
    title: doneTitle || title,
    done: doneTitle !== false,
    body: doneTitle ? (
      <StepForm intent={`take back ${stepName}`} seenAt={seenAt} button="Take back" isMain={false}>
        {remark && <p className="text-quiet">{remark}</p>}
      </StepForm>
    ) : (
      body
    ),
  })
  const dayStep = (
    stepName: StepName,
    [title, doneWords, button]: readonly [string, string, string],
    day: string | null,
    remark?: ReactNode,
    more?: ReactNode,
  ) =>
    step(
      stepName,
      title,
      day !== null && `${doneWords} on ${shortDay(day)}`,
      <StepForm intent={stepName} seenAt={seenAt} button={button}>
        <TextField
          label="Day"
          type="date"
          required
          max={today}
          {...fieldsOf(stepName, refused)('on', today)}
        />
        {more}
      </StepForm>,
      remark,
    )
  const pay: Step = {
    name: 'pay',
    title: owed > 0 ? paymentTitle(shown) : `Paid: ${formatPence(paidOf(payments))}`,
    done: owed <= 0,
    body: <Payments {...{ shown, refused }} />,
  }
  if (outcome) return payments.length > 0 ? [pay] : []
  const agreed = dayStep(
    'agree',
    [`Has ${name} said yes?`, 'Agreed', 'They said yes'],
    agreedOn,
    'E-mails that were sent stay sent.',
    <Confirmation {...{ shown, refused }} />,
  )
  const close = soldOn
    ? [
        step(
          'done',
          'Close the deal',
          false,
          <StepForm intent="done" seenAt={seenAt} button="Close as done" />,
        ),
      ]
    : []
  if (!isSale)
    return [
      agreed,
      dayStep(
        'identity',
        ['See who they are', 'Identity seen', 'I have seen it'],
        identitySeenOn,
        null,
        <p className="text-quiet">Proof of who they are. Keep no copy of it.</p>,
      ),
      dayStep(
        'certificate',
        ['Wait for the certificate', 'Certificate received', 'It is here'],
        certificateReceivedOn,
      ),
      pay,
      dayStep(
        'draft',
        ['Put it into the stock', 'In the stock as a draft', 'Add the draft'],
        soldOn,
        plate && (
          <>
            The draft stays in the stock: <TextLink to={`/stock/${plate.id}`}>{deal.registration}</TextLink>
          </>
        ),
        <p className="text-quiet">{`A draft with its cost of ${formatPence(deal.amount)}, bought on this day.`}</p>,
      ),
      ...close,
    ]
  const reserve = step(
    'reserve',
    `Reserve it for ${name}`,
    isReserved && `Reserved${plate?.until ? ` until ${shortDay(plate.until)}` : ''}`,
    <StepForm intent="reserve" seenAt={seenAt} button="Reserve">
      <TextField
        label="Until the end of"
        type="date"
        required
        min={today}
        {...fieldsOf('reserve', refused)('until', shown.reservedUntil)}
      />
    </StepForm>,
    'It goes back on sale.',
  )
  return [
    agreed,
    ...(soldOn ? [] : [reserve]),
    pay,
    dayStep(
      'sell',
      [`Sell it to ${name} for ${formatPence(deal.amount)}`, 'Sold', 'Sold'],
      soldOn,
      'The plate becomes what it was before, and a recorded sale leaves the explorer.',
      <label className="desk-check">
        <input
          type="checkbox"
          name="record"
          value="yes"
          defaultChecked={refused?.intent === 'sell' ? 'record' in refused.typed : shown.isRecorded}
        />
        Record it in the sales explorer, where visitors see the price
      </label>,
    ),
    step(
      'hand-over',
      'Hand it over',
      deal.handedOverOn !== null &&
        `${ENDINGS[deal.ending ?? 'certificate']} on ${shortDay(deal.handedOverOn)}`,
      <HandOver {...{ shown, refused }} />,
      deal.trackingNumber && `Tracking number ${deal.trackingNumber}`,
    ),
    ...close,
  ]
}

function Confirmation({ shown, refused }: { shown: ShownDeal; refused: Refused }) {
  if (!shown.hasAddress) return null
  return (
    <details className="stock-form-more" open={refused?.intent === 'agree' || undefined}>
      <summary>The e-mail that confirms it</summary>
      <TextArea
        label={`E-mail to ${shown.deal.name}`}
        help="Empty it to send none."
        rows={12}
        maxLength={MAX_LETTER_LENGTH}
        {...fieldsOf('agree', refused)('text', shown.confirmation)}
      />
    </details>
  )
}

/** What is to be paid next, in pence. */
function dueOf({ deal: { deposit }, payments, owed }: ShownDeal) {
  const rest = (deposit ?? 0) - paidOf(payments)
  return rest > 0
    ? ({ kind: 'deposit', amount: rest } as const)
    : ({ kind: 'balance', amount: owed } as const)
}

function paymentTitle(shown: ShownDeal): string {
  const { kind, amount } = dueOf(shown)
  const isWhole = kind === 'balance' && shown.payments.length === 0
  const what = isWhole ? '' : `the ${PAYMENT_KINDS[kind].toLowerCase()} of `
  return `${shown.deal.kind === 'sale' ? 'Receive' : 'Pay'} ${what}${formatPence(amount)}`
}

const METHODS = ['bank transfer', 'card', 'cash', 'cheque']

function Payments({ shown, refused }: { shown: ShownDeal; refused: Refused }) {
  const { deal, payments, owed, today } = shown
  const { kind, amount } = owed > 0 ? dueOf(shown) : { kind: 'refund', amount: -owed }
  const field = fieldsOf('pay', refused)
  return (
    <>
      <StepForm intent="pay" seenAt={deal.updatedAt} button="Note the payment">
        <input type="hidden" name="payment" value={shown.payment} />
        <div className="stock-field-pair">
          <SelectField label="What" options={Object.entries(PAYMENT_KINDS)} {...field('kind', kind)} />
          <TextField
            label="Amount"
            inputMode="decimal"
            required
            {...field('amount', amount > 0 ? formatPence(amount) : '')}
          />
          <TextField label="Day" type="date" required max={today} {...field('paidOn', today)} />
          <TextField
            label="How"
            list="payment-methods"
            required
            maxLength={60}
            {...field('method', payments.at(-1)?.method ?? METHODS[0])}
          />
        </div>
        <datalist id="payment-methods">
          {METHODS.map((method) => (
            <option key={method} value={method} />
          ))}
        </datalist>
      </StepForm>
      {payments.length > 0 && (
        <ul className="ledger-list mt-4">
          {payments.map((payment) => (
            <PaymentLine key={payment.id} {...{ payment, seenAt: deal.updatedAt }} />
          ))}
        </ul>
      )}
    </>
  )
}

function PaymentLine({ payment, seenAt }: { payment: Payment; seenAt: string }) {
  const { id, kind, amount, paidOn, method } = payment
  return (
    <li className="history-line">
      <p>
        {`${PAYMENT_KINDS[kind]} of ${formatPence(amount)}`}
        <span className="history-who">{`${shortDay(paidOn)}, ${method}`}</span>
      </p>
      <DeskForm>
        <input type="hidden" name="intent" value="take back pay" />
        <input type="hidden" name="seenAt" value={seenAt} />
        <input type="hidden" name="payment" value={id} />
        <button
          type="submit"
          className="row-action"
          aria-label={`Remove the ${PAYMENT_KINDS[kind].toLowerCase()} of ${formatPence(amount)}`}
        >
          Remove
        </button>
      </DeskForm>
    </li>
  )
}

/** The two endings of a sale. */
function HandOver({ shown: { deal, today }, refused }: { shown: ShownDeal; refused: Refused }) {
  const ending = refused?.intent === 'hand-over' ? refused.typed.ending : (deal.ending ?? 'certificate')
  const form = (
    name: Ending,
    [title, button]: readonly [string, string],
    fields: (field: ReturnType<typeof fieldsOf>) => ReactNode,
  ) => (
    <details name="ending" className="stock-form-more" open={ending === name}>
      <summary>{title}</summary>
      <StepForm
        intent="hand-over"
        seenAt={deal.updatedAt}
        button={button}
        buttons={
          <button type="submit" name="detailsOnly" value="yes" className="button-small">
            Save the details only
          </button>
        }
      >
        <input type="hidden" name="ending" value={name} />
        {fields(fieldsOf('hand-over', ending === name ? refused : undefined))}
      </StepForm>
    </details>
  )
  const day = { label: 'Day', type: 'date', required: true, max: today }
  return (
    <>
      {form('certificate', ['Post the certificate', 'Posted'], (field) => (
        <>
          <TextField
            label="Tracking number"
            maxLength={100}
            {...field('trackingNumber', deal.trackingNumber)}
          />
          <TextField
            label="Nominee"
            help="If it is for somebody else’s vehicle, as a present is."
            maxLength={200}
            {...field('nominee', deal.nominee)}
          />
          <TextField {...day} {...field('on', today)} />
        </>
      ))}
      {form('vehicle', ['Assign it to a vehicle', 'Assigned'], (field) => (
        <>
          <TextField
            label="Reference of the log book"
            help="The 11 digits of the V5C. Removed when the deal is closed."
            inputMode="numeric"
            maxLength={40}
            {...field('vehicleReference', deal.vehicleReference)}
          />
          <TextField {...day} {...field('on', today)} />
        </>
      ))}
    </>
  )
}

const LOST_REASONS = ['price', 'bought elsewhere', 'no answer', 'changed their mind']

/** What can be done at any time. */
export function otherSteps({ deal }: ShownDeal, refused: Refused): Step[] {
  const { kind, outcome, soldOn, updatedAt: seenAt } = deal
  const field = fieldsOf('accounts', refused)
  const accounts: Step = {
    name: 'accounts',
    title: deal.invoiceNumber ? `Invoice ${deal.invoiceNumber}` : 'Invoice number',
    done: false,
    body: (
      <StepForm intent="accounts" seenAt={seenAt} button="Save" isMain={false}>
        <TextField
          label="Invoice number of your accounts"
          maxLength={40}
          {...field('invoiceNumber', deal.invoiceNumber)}
        />
        <label className="desk-check">
          <input
            type="checkbox"
            name="isKept"
            value="yes"
            defaultChecked={refused?.intent === 'accounts' ? 'isKept' in refused.typed : deal.isKept}
          />
          Keep name, amounts and payments for our accounts when the enquiry is removed
        </label>
      </StepForm>
    ),
  }
  if (outcome)
    return [
      accounts,
      {
        name: 'reopen',
        title: 'Open it again',
        done: false,
        body: <StepForm intent="reopen" seenAt={seenAt} button="Open it again" isMain={false} />,
      },
    ]
  if (soldOn) return [accounts]
  return [
    accounts,
    {
      name: 'lose',
      title: kind === 'sale' ? 'Lost' : 'Declined',
      done: false,
      body: (
        <StepForm
          intent="lose"
          seenAt={seenAt}
          buttons={LOST_REASONS.map((reason) => (
            <button key={reason} type="submit" name="reason" value={reason} className="button-small">
              {reason.charAt(0).toUpperCase() + reason.slice(1)}
            </button>
          ))}
        />
      ),
    },
    {
      name: 'withdraw',
      title: kind === 'sale' ? 'Withdraw the quote' : 'Withdraw the bid',
      done: false,
      body: (
        <StepForm
          intent="withdraw"
          seenAt={seenAt}
          button={kind === 'sale' ? 'Withdraw the quote' : 'Withdraw the bid'}
          isMain={false}
        >
          <p className="text-quiet">E-mails that were sent stay sent.</p>
        </StepForm>
      ),
    },
  ]
}
