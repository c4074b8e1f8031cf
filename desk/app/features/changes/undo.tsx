import { redirect } from 'react-router'
import { ChangeConflict, PartlyWritten } from '#services/changes/write-changes.ts'
import { DealsRefusal, KEPT_FOR_DEALS, keepDeals, type PlateDeal } from '#services/deals/deals-concerned.ts'
import { findBatchSale } from '#services/sales/stored-sales.ts'
import { undoSalesChange } from '#services/sales/undo-sales.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { ownPath } from '../../access/own-path.ts'
import { actorOf, deskContext } from '../../context.ts'
import { FormProblem } from '../../ui/field.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import { DealQuestion } from '../stock/deal-question.tsx'
import type { Route } from './+types/undo'

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const batch = textOf(form, 'batch')
  const back = ownPath(form.get('back') ?? '/changes')
  const answer = (
    message: string,
    status: number,
    more: { batch?: string; deals?: readonly PlateDeal[] } = {},
  ) => answerForm(form, { message }, status, { batch, back, ...more })
  try {
    if (await findBatchSale(database, batch)) {
      const undone = await undoSalesChange(database, batch, actorOf(context), new Date())
      return redirect(withDone(back, undone.batch))
    }
    const undone = await undoChange(database, batch, actorOf(context), new Date(), keepDeals)
    if (undone.notes.length > 0) return answer(undone.notes.join(' '), 200, { batch: undone.batch ?? batch })
    return redirect(withDone(back, undone.batch))
  } catch (error) {
    if (error instanceof DealsRefusal) return answer(KEPT_FOR_DEALS, 400, { deals: error.deals })
    if (error instanceof ChangeConflict) {
      const what = error instanceof PartlyWritten ? 'Only a part was undone' : 'Nothing was undone'
      const changed = error.registrations.join(', ') || 'some of it'
      return answer(
        `${what}: someone has just changed ${changed}. Look at the change before you try again.`,
        409,
      )
    }
    return answer(refusedOf(error).message, 400)
  }
}

/** Shows why an undo failed, or what it could not restore. The form itself is on other pages. */
export default function Undo({ actionData }: Route.ComponentProps) {
  if (!actionData)
    return (
      <Page title="Undo">
        <p className="remark">
          Choose what to undo under <TextLink to="/changes">Changes</TextLink>.
        </p>
      </Page>
    )
  const { message, deals, batch, back } = actionData
  return (
    <Page title="Undo">
      {deals ? (
        <DealQuestion deals={deals}>
          <p className="mt-2">{message}</p>
        </DealQuestion>
      ) : (
        <FormProblem>{message}</FormProblem>
      )}
      <p className="mt-6 flex flex-wrap gap-6">
        <TextLink to={`/changes/${batch}`}>View the change</TextLink>
        <TextLink to={back}>Back</TextLink>
      </p>
    </Page>
  )
}
