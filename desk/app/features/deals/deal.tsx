import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readDealConversation } from '#services/deals/deal-conversation.ts'
import { agreementLetter, quoteLetter } from '#services/deals/deal-letters.ts'
import { isReservedFor } from '#services/deals/deal-steps.ts'
import { paymentsOf } from '#services/deals/deal-store.ts'
import { formatPence, owedOf, paidOf } from '#services/deals/deal-types.ts'
import { orderPath } from '#services/deals/make-quote.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import { findStockPlate } from '#services/stock/stock-store.ts'
import { isExplorerName } from '#shared/sales/explorers.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext, requirePerson } from '../../context.ts'
import { shortDay } from '../../ui/dates.ts'
import { DoneNote, Page, Section, TextLink } from '../../ui/page.tsx'
import { FormProblem, TextArea } from '../stock/field.tsx'
import { recordChoice } from '../stock/record-choice.server.ts'
import type { Route } from './+types/deal'
import { changeDeal, requireDeal } from './change-deal.server.ts'
import { CopyText } from './copy-text.tsx'
import { dealSteps, otherSteps } from './deal-steps.tsx'
import { describeStage, nextStepOf } from './stage.ts'
import { useFirstFault } from './use-first-fault.ts'

/** A reservation lasts so long unless another day is chosen. */
const RESERVED_DAYS = 2

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const me = requirePerson(context)
  const desk = context.get(deskContext)
  const { client, site, siteUrl } = desk
  const deal = await requireDeal(desk, params.id)
  const [payments, plate, conversation, chosen] = await Promise.all([
    paymentsOf(client, [deal.id]),
    deal.plateId ? findStockPlate(client, { id: deal.plateId }) : null,
    readDealConversation(client, deal),
    recordChoice.parse(request.headers.get('Cookie')),
  ])
  const link = siteUrl + orderPath(deal.token)
  const signature = { person: me.name, firm: site.name, link }
  const today = londonDay(new Date())
  const owed = owedOf(deal, payments)
  const isReserved = plate !== null && isReservedFor(deal, plate)
  return {
    deal,
    payments,
    owed,
    plate: plate && {
      id: plate.id,
      status: STATUS_LABELS[plate.status],
      until: plate.reservedUntil,
      reservedFor: plate.reservedFor,
    },
    isReserved,
    next: deal.outcome ? null : nextStepOf(deal, { isReserved, owed }),
    reference: conversation?.enquiry.reference ?? null,
    hasAddress: Boolean(conversation?.enquiry.email),
    confirmation: agreementLetter(deal, signature),
    message: deal.agreedOn ? agreementLetter(deal, signature) : quoteLetter(deal, signature),
    link,
    today,
    reservedUntil: addDays(today, RESERVED_DAYS),
    isRecorded: isExplorerName(chosen),
    payment: randomUUID(),
    done: url.searchParams.has('done') ? (conversation?.entries.at(-1)?.body ?? null) : null,
  }
}

/** After a conflict the page shows the deal as it is now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export const action = ({ context, params, request }: Route.ActionArgs) =>
  changeDeal(params.id, request, context.get(deskContext), actorOf(context))

export type ShownDeal = Route.ComponentProps['loaderData']

export default function ShowDeal({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { deal, payments, owed, plate, next, reference, done } = loaderData
  useFirstFault(refused)
  const isSale = deal.kind === 'sale'
  const steps = reference ? dealSteps(loaderData, refused) : []
  const current = steps.find(({ name }) => name === next)
  const folded = reference
    ? [...steps.filter((step) => step !== current), ...otherSteps(loaderData, refused)]
    : []
  const hasLostText = refused?.isConflict && refused.typed.text && refused.intent !== next
  return (
    <Page title={`${deal.registration} ${isSale ? 'for' : 'from'} ${deal.name}`}>
      <p className="-mt-3 mb-4 text-quiet">
        {`${formatPence(deal.amount)} · ${describeStage(deal)}`}
        {reference && (
          <>
            {' · '}
            <TextLink to={`/enquiries/${reference}`}>the enquiry</TextLink>
          </>
        )}
      </p>
      {refused ? (
        Object.keys(refused.fields).length === 0 && (
          <div className="mb-4">
            <FormProblem>
              <p>{refused.message}</p>
              {refused.isConflict && (
                <p className="mt-2">
                  Nothing was sent or changed. What you typed is still here: send it again if it still
                  applies.
                </p>
              )}
              {hasLostText && (
                <TextArea label="Your e-mail" name="kept" readOnly value={refused.typed.text} />
              )}
            </FormProblem>
          </div>
        )
      ) : (
        <DoneNote>{done && `${done}${done.endsWith('.') ? '' : '.'}`}</DoneNote>
      )}
      <div className="plate-page">
        <div className="plate-aside">
          <PlateFace registration={deal.registration} decorative className="plate-large" />
          <dl className="plate-facts">
            {deal.deposit !== null && <Fact label="Deposit">{formatPence(deal.deposit)}</Fact>}
            {payments.length > 0 && <Fact label="Paid">{formatPence(paidOf(payments))}</Fact>}
            {payments.length > 0 && owed !== 0 && (
              <Fact label={owed > 0 ? 'Still owed' : 'Paid too much'}>{formatPence(Math.abs(owed))}</Fact>
            )}
            {plate && (
              <Fact label="In the stock">
                <Link to={`/stock/${plate.id}`} className="link">
                  {[
                    plate.status,
                    plate.until && `until ${shortDay(plate.until)}`,
                    plate.reservedFor && !loaderData.isReserved && `for ${plate.reservedFor}`,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </Link>
              </Fact>
            )}
          </dl>
        </div>
        <div className="deal-form" key={deal.updatedAt}>
          {current && (
            <section className="deal-next" aria-labelledby="next-title">
              <h2 id="next-title" className="desk-subtitle mb-3">
                {current.title}
              </h2>
              {current.body}
            </section>
          )}
          {folded.map(({ name, title, done: isDone, body }) => (
            <details key={name} className="stock-form-more" open={refused?.intent === name || undefined}>
              <summary>
                {isDone && <span className="deal-tick">✓ </span>}
                {title}
              </summary>
              <div className="pb-4">{body}</div>
            </details>
          ))}
          {reference ? (
            <Papers {...loaderData} />
          ) : (
            <p className="mt-4 text-quiet">
              The enquiry has been removed. This is what you keep for your accounts.
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}

/** What the other side sees or gets. */
function Papers({ deal: { id, kind, agreedOn, outcome }, hasAddress, message, link }: ShownDeal) {
  const isSale = kind === 'sale'
  const isToCopy = !hasAddress && outcome === null
  if (!isSale && !isToCopy) return null
  return (
    <Section id="papers-title" title={`For the ${isSale ? 'buyer' : 'seller'}`} className="mt-6 grid gap-4">
      {isToCopy && <CopyText label="Message" value={message} rows={10} />}
      {isSale && <CopyText label="The buyer’s page" value={link} />}
      {isSale && agreedOn && (
        <p className="desk-actions">
          <a href={`/desk/deals/${id}/confirmation`} className="button-small">
            Order confirmation
          </a>
          <a href={`/desk/deals/${id}/receipt`} className="button-small">
            Receipt
          </a>
        </p>
      )}
    </Section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
