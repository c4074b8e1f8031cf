import { paymentsOf } from '#services/deals/deal-store.ts'
import { describeClaim } from '#services/deals/hold-plate.ts'
import { readClaim } from '#services/deals/read-claims.ts'
import { type Order, toOrder } from '#services/deals/read-order.ts'
import { londonDay } from '#services/london-time.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { PrintButton } from '#shared/ui/print-button.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import { deskContext } from '../../context.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/document'
import { requireDeal } from './change-deal.server.ts'
import sheet from './document.css?url'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

const TITLES = { confirmation: 'Order confirmation', receipt: 'Receipt' }
type Kind = keyof typeof TITLES

const isKind = (text: string): text is Kind => Object.hasOwn(TITLES, text)

/** A confirmation of what was agreed, or a receipt for what was paid. */
export async function loader({ context, params: { id, document } }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { database, privateSettings } = desk
  const deal = await requireDeal(desk, id)
  if (deal.kind !== 'sale' || !isKind(document)) throw new Response(null, { status: 404 })
  const [payments, claim] = await Promise.all([paymentsOf(database, [id]), readClaim(database, deal)])
  const { bankDetails, vatStatement } = privateSettings
  const order = toOrder(deal, payments, {
    standing: claim.standing,
    bankDetails,
    today: londonDay(new Date()),
  })
  const isConfirmed = order.state === 'agreed' || order.state === 'done'
  const date = document === 'receipt' ? order.lastPaidOn : deal.agreedOn
  if (!date || (document === 'confirmation' && order.state === 'ended'))
    throw new Response(null, { status: 404 })
  const refusal =
    document === 'receipt' || isConfirmed
      ? null
      : order.state === 'lapsed'
        ? 'It was not paid in time, so there is nothing to confirm. Extend it first.'
        : `${describeClaim(deal, claim)} There is nothing to confirm.`
  return { id, document, date, invoiceNumber: deal.invoiceNumber, vatStatement, order, refusal }
}

export default function SalesDocument({ loaderData }: Route.ComponentProps) {
  const { id, document, date, invoiceNumber, vatStatement, order, refusal } = loaderData
  const { name, company, telephone, email } = useSite()
  const { registration, includes, bankDetails, reference } = order
  const title = TITLES[document]
  if (refusal)
    return (
      <Page title={`No ${title.toLowerCase()}`}>
        <p className="remark">{refusal}</p>
        <TextLink to={`/deals/${id}`}>Back to the deal</TextLink>
      </Page>
    )
  const numbers = [
    ['Date', longDay(date)],
    ['Reference', reference],
    ['Invoice number', invoiceNumber],
  ]
  return (
    <main
      id="content"
      className="document flex-1 bg-line px-[clamp(0.5rem,3vw,2rem)] pt-4 pb-16"
      tabIndex={-1}
    >
      <title>{`${title} ${registration} | ${name}`}</title>
      <div className="mx-auto mb-6 max-w-[210mm] print:hidden">
        <PrintButton before={<TextLink to={`/deals/${id}`}>Back to the deal</TextLink>} />
      </div>
      <article className="document-sheet" data-is-full={isFull(order)}>
        <header className="flex flex-wrap justify-between gap-x-12 gap-y-4 border-b pb-4">
          <div>
            <p className="font-serif text-[2.2em] leading-tight">{name}</p>
            <address className="max-w-[26em] not-italic">
              {[...company.address, telephone?.number, email].filter(Boolean).join(', ')}
            </address>
          </div>
          <dl>
            {numbers.map(
              ([label, value]) =>
                value && (
                  <div key={label} className="grid grid-cols-[9em_auto]">
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </header>
        <h1 className="mt-[1em] mb-[0.2em] font-serif text-[2.2em] leading-tight">{title}</h1>
        <p>
          For <strong>{order.name}</strong>
        </p>
        <PlateFace registration={registration} className="my-[1.5em] w-[30em] max-w-full" />
        <h2 className="font-semibold">{`The registration ${registration}`}</h2>
        {includes && <p>{includes}</p>}
        <table className="document-amounts my-[1.5em] w-full">
          <tbody>
            {(document === 'confirmation' ? order.bill : receiptOf(order)).map(
              ({ label, pence, isTotal }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the page never changes them
                <tr key={index} data-total={isTotal}>
                  <th scope="row">{label}</th>
                  <td>{formatPence(pence)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
        {document === 'confirmation' && bankDetails && (
          <section className="mb-[1.5em] border p-[1em]">
            <h2 className="font-semibold">How to pay</h2>
            <p className="whitespace-pre-line">{bankDetails}</p>
            <p>{`Payment reference: ${reference}`}</p>
          </section>
        )}
        {vatStatement && <p className="whitespace-pre-line">{vatStatement}</p>}
        <footer className="mt-[2em] border-t pt-[0.5em] text-[0.85em]">
          {company.registration}.{company.vatNumber && ` VAT number ${company.vatNumber}.`}
        </footer>
      </article>
    </main>
  )
}

/** Whether it needs smaller type to fit on one sheet. */
const isFull = ({ includes, payments }: Order) =>
  (includes ?? '').length / 100 + payments.length > 6 || undefined

function receiptOf({ state, payments, bill, paid, owed }: Order): Order['bill'] {
  const goesOn = state === 'agreed' || state === 'done'
  const rest = goesOn && owed !== 0 ? [...bill.slice(0, 1), ...bill.slice(-1)] : []
  return [...payments, { label: 'Received in all', pence: paid, isTotal: true }, ...rest]
}
