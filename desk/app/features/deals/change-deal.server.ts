/** The steps of a deal as its page sends them. */
import { data, redirect } from 'react-router'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { isStepName, stepRule, takeStep } from '#services/deals/deal-steps.ts'
import { findDeal, paymentsOf, readDealConversation } from '#services/deals/deal-store.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import { readGiven } from '#services/deals/read-step.ts'
import type { StepContext } from '#services/deals/write-deal.ts'
import { londonDay } from '#services/london-time.ts'
import { isUuid } from '#services/uuid.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { STATEMENT_PAGES, type StatementName } from '#shared/text/statement-pages.ts'
import { type DeskContext, orNotFound } from '../../context.ts'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { conflictOf } from '../stock/refused.server.ts'

/** @throws a 404 response, DataError */
export const requireDeal = async ({ database }: DeskContext, id: string): Promise<Deal> =>
  orNotFound(isUuid(id) ? await findDeal(database, id) : null)

export async function changeDeal(id: string, request: Request, desk: DeskContext, actor: Actor) {
  const { database, addresses, privateSettings, siteUrl } = desk
  const present = await requireDeal(desk, id)
  const form = await request.formData()
  const conversation = await readDealConversation(database, present)
  const intent = textOf(form, 'intent')
  if (!isStepName(intent)) throw data(null, 400)
  // The deal as the person saw it.
  const deal = { ...present, updatedAt: seenAtOf(form) }
  const now = new Date()
  const done = redirect(`/deals/${id}?done=yes`)
  try {
    const isRecorded = privateSettings.recordOwnSales === 'uk'
    const terms = termsOf(privateSettings)
    const step = { deal, actor, now, conversation, addresses, siteUrl, isRecorded, terms }
    await takeStep(
      database,
      intent,
      step,
      readGiven(intent, textsOf(form, stepRule(intent).fields ?? []), londonDay(now)),
    )
    desk.wakeOutbox()
    return done
  } catch (error) {
    // Another reply, or this payment, may have been written at the same moment.
    if (!(error instanceof ChangeConflict || isUniqueViolation(error)))
      return answerForm(form, refusedOf(error), 400, { isConflict: false })
    const isNoted = (await paymentsOf(database, [id])).some((payment) => payment.id === form.get('payment'))
    if (intent === 'pay' && isNoted) return done
    const message = await describeConflict(desk, deal, error)
    return answerForm(form, { message }, 409, { isConflict: true })
  }
}

/** What the firm states about payment, cancelling and refunds. */
const termsOf = (privateSettings: DeskContext['privateSettings']): string =>
  STATEMENT_PAGES.flatMap(({ statements }) => Object.keys(statements) as StatementName[])
    .map((name) => privateSettings[name] ?? '')
    .join('\n')

async function describeConflict(
  { database }: DeskContext,
  deal: StepContext['deal'] & Pick<Deal, 'plateId' | 'enquiryId'>,
  error: unknown,
): Promise<string> {
  const present = await findDeal(database, deal.id)
  if (deal.plateId && present?.updatedAt === deal.updatedAt && error instanceof ChangeConflict)
    return (await conflictOf(database, { id: deal.plateId }, error)).text
  const { person, body } = (await readDealConversation(database, deal))?.entries.at(-1) ?? {}
  return `${person ?? 'Someone'} has changed this deal since you opened it${body ? `: ${body.replace(/\.$/, '')}.` : '.'}`
}
