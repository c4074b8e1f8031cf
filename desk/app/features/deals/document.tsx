import { Link } from 'react-router'
import { referenceOf } from '#services/deals/deal-conversation.ts'
import { findDeal, paymentsOf } from '#services/deals/deal-store.ts'
import { toOrder } from '#services/deals/read-order.ts'
import { londonDay } from '#services/london-time.ts'
import { isUuid } from '#services/uuid.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { PrintButton } from '#shared/ui/print-button.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { deskContext, requirePerson } from '../../context.ts'
import type { Route } from './+types/document'
import sheet from './document.css?url'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

const TITLES = { confirmation: 'Order confirmation', receipt: 'Receipt' }
type Kind = keyof typeof TITLES

const isKind = (text: string): text is Kind => Object.hasOwn(TITLES, text)

/** A confirmation of what was agreed, or a receipt for what was paid. */
export async function loader({ context, params: { id, document } }: Route.LoaderArgs) {
  requirePerson(context)
  const { client, office } = context.get(deskContext)
  const deal = isUuid(id) ? await findDeal(client, id) : null
  if (deal?.kind !== 'sale' || !isKind(document)) throw new Response(null, { status: 404 })
  const [payments, reference] = await Promise.all([paymentsOf(client, [id]), referenceOf(client, deal)])
  const around = { reference: reference ?? '', bankDetails: office.bankDetails, today: londonDay(new Date()) }
  const order = toOrder(deal, payments, around)
  const date =
    document === 'receipt'
      ? payments
          .map(({ paidOn }) => paidOn)
          .sort()
          .at(-1)
      : order.state !== 'ended' && deal.agreedOn
  if (!date) throw new Response(null, { status: 404 })
  const { invoiceNumber } = deal
  const { vatStatement } = office
  return { id, document, date, reference, invoiceNumber, vatStatement, order }
}

export default function SalesDocument({ loaderData }: Route.ComponentProps) {
  const { id, document, date, reference, invoiceNumber, vatStatement, order } = loaderData
  const { name, company, telephone, email } = useSite()
  const { registration, includes, bankDetails } = order
  const title = TITLES[document]
  const numbers = [
    ['Date', longDay(date)],
    ['Reference', reference],
    ['Invoice number', invoiceNumber],
  ]
  return (
    <main id="content" className="document" tabIndex={-1}>
      <title>{`${title} ${registration} | ${name}`}</title>
      <div className="document-tools">
        <PrintButton
          before={
            <Link className="link" to={`/deals/${id}`}>
              Back to the deal
            </Link>
          }
        />
      </div>
      <article className="document-sheet" data-is-full={isFull(order)}>
        <header className="document-head">
          <div>
            <p className="document-firm">{name}</p>
            <address>{[...company.address, telephone?.number, email].filter(Boolean).join(', ')}</address>
          </div>
          <dl className="document-numbers">
            {numbers.map(
              ([label, value]) =>
                value && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </header>
        <h1 className="document-title">{title}</h1>
        <p>
          For <strong>{order.name}</strong>
        </p>
        <PlateFace registration={registration} className="document-plate" />
        <h2>{`The registration ${registration}`}</h2>
        {includes && <p>{includes}</p>}
        <table className="document-amounts">
          <tbody>{document === 'confirmation' ? <Agreed order={order} /> : <Paid order={order} />}</tbody>
        </table>
        {document === 'confirmation' && bankDetails && (
          <section className="document-pay">
            <h2>How to pay</h2>
            <p className="whitespace-pre-line">{bankDetails}</p>
            {reference && <p>{`Payment reference: ${reference}`}</p>}
          </section>
        )}
        {vatStatement && <p className="document-vat">{vatStatement}</p>}
        <footer>
          {company.registration}.{company.vatNumber && ` VAT number ${company.vatNumber}.`}
        </footer>
      </article>
    </main>
  )
}

/** Whether it needs smaller type to fit on one sheet. */
const isFull = ({ includes, payments }: Order) =>
  (includes ?? '').length / 100 + payments.length > 6 || undefined

type Order = Route.ComponentProps['loaderData']['order']

function Agreed({ order }: { order: Order }) {
  const { amount, deposit, paid } = order
  return (
    <>
      <Row label="Price" pence={amount} />
      {deposit !== null && paid < deposit && <Row label="Of this, as a deposit" pence={deposit} />}
      <Payments order={order} sign={-1} />
      <Balance order={order} />
    </>
  )
}

function Paid({ order }: { order: Order }) {
  const { state, amount, paid, owed } = order
  return (
    <>
      <Payments order={order} sign={1} />
      <Row label="Received in all" pence={paid} isTotal />
      {state !== 'ended' && owed !== 0 && (
        <>
          <Row label="Price" pence={amount} />
          <Balance order={order} />
        </>
      )}
    </>
  )
}

const KINDS = { deposit: 'Deposit', balance: 'Payment', refund: 'Refund' }

const Payments = ({ order: { payments }, sign }: { order: Order; sign: 1 | -1 }) =>
  payments.map(({ kind, amount, paidOn, method }, index) => (
    <Row
      // biome-ignore lint/suspicious/noArrayIndexKey: the page never changes them
      key={index}
      label={`${KINDS[kind]}, ${longDay(paidOn)}, ${method}`}
      pence={kind === 'refund' ? -sign * amount : sign * amount}
    />
  ))

const Balance = ({ order: { paid, owed } }: { order: Order }) => (
  <Row
    label={owed > 0 ? 'Still to pay' : owed < 0 ? 'Paid in excess' : 'Paid in full'}
    pence={owed === 0 ? paid : Math.abs(owed)}
    isTotal
  />
)

const Row = ({ label, pence, isTotal }: { label: string; pence: number; isTotal?: boolean }) => (
  <tr data-total={isTotal}>
    <th scope="row">{label}</th>
    <td>{formatPence(pence)}</td>
  </tr>
)
