import { useState } from 'react'
import { redirect } from 'react-router'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { editSale, openWarnings, removeSale } from '#services/sales/change-sale.ts'
import { removalSentence } from '#services/sales/corrections.ts'
import { describeSale } from '#services/sales/describe-sale.ts'
import { saleHistory } from '#services/sales/stored-sales.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import { readFacets } from '#shared/sales/sales-query.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { registrationPath } from '#shared/urls.ts'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextArea } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { typedText } from '../../ui/form-answer.ts'
import { Page } from '../../ui/page.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import { History } from '../changes/history.tsx'
import { readDone } from '../stock/done.server.ts'
import { DoneNote } from '../stock/note.tsx'
import type { Route } from './+types/edit'
import { LogEntry, LogPreview, PublishedLog } from './beside.tsx'
import { checkSale, requireSale } from './check.server.ts'
import { CheckedForm } from './checked-form.tsx'
import { readHistory } from './history.server.ts'
import { saleFields } from './sale-fields.server.ts'
import { SaleFields } from './sale-fields.tsx'
import { CONFIRM, type TypedSale, typedSaleOf } from './sale-form.ts'
import { salesListPath } from './sales-view.ts'

export { revalidatesUnlessChecked as shouldRevalidate } from './checked-form.tsx'

const NOTHING_TYPED: TypedSale = { cells: {}, reason: '', isUnusual: false, confirmed: [] }

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { client, database } = context.get(deskContext)
  const { explorer, sale } = await requireSale(database, id)
  const [facets, history, { checked }, done] = await Promise.all([
    readFacets(client, explorer),
    readHistory(database, explorer, sale),
    checkSale(context.get(deskContext), explorer, sale, NOTHING_TYPED),
    readDone(database, url.searchParams.get('done')),
  ])
  return {
    explorer: EXPLORERS[explorer],
    id: sale.id,
    fields: saleFields(EXPLORERS[explorer], sale),
    registration: sale.plate_number,
    updatedAt: sale.updated_at,
    about: describeSale(sale),
    removal: removalSentence(sale),
    sellers: facets.seller.map(({ value }) => value),
    history,
    checked,
    done,
  }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const actor = actorOf(context)
  const typed = typedSaleOf(form)
  const { explorer, sale: current } = await requireSale(database, id)
  const sale = { ...current, updated_at: seenAtOf(form) }
  const then = textOf(form, 'then')
  const isRemoval = then === 'remove'
  const planned = await checkSale(context.get(deskContext), explorer, sale, isRemoval ? NOTHING_TYPED : typed)
  const { checked, row, changes } = planned
  /** @param seenAt the new timestamp, if someone else has changed the sale in the meantime */
  const answer = (message: string | null, status = 400, fields = planned.fields, seenAt?: string) =>
    answerForm(form, { message, fields }, status, { checked, isRemoval, seenAt })
  if (then === 'check') return answer(null, 200)
  try {
    if (isRemoval) {
      const { batch } = await removeSale(database, { explorer, sale, reason: typed.reason, actor })
      return redirect(withDone(salesListPath(explorer), batch))
    }
    if (!row) return answer(checked.problem)
    if (Object.keys(changes).length === 0) {
      const made = await madeBefore()
      return made ? redirect(withDone(`/sales/${id}`, made)) : answer('You have not changed anything.')
    }
    if (openWarnings(checked.findings, typed.confirmed).length > 0) return answer(CONFIRM)
    const { batch } = await editSale(database, { explorer, sale, changes, reason: typed.reason, actor })
    return redirect(withDone(`/sales/${id}`, batch))
  } catch (error) {
    if (error instanceof ChangeConflict) {
      const [latest] = await saleHistory.latest(database, { of: id, limit: 1 })
      const message = `${latest?.person ?? 'Someone'} has changed this sale since you opened it. What you typed is below: save again to replace their change.`
      return answer(message, 409, {}, (await requireSale(database, id)).sale.updated_at)
    }
    if (!(error instanceof ChangeRefusal)) throw error
    return answer(error.message, 400, error.fields)
  }

  /** If the button was pressed twice, the batch of the first change. */
  async function madeBefore(): Promise<string | null> {
    if (sale.updated_at === current.updated_at) return null
    const [latest] = await saleHistory.latest(database, { of: id, limit: 1 })
    return latest?.person === actor.person ? latest.batch : null
  }
}

export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { explorer, registration, updatedAt, about, history, done } = loaderData
  const answer = actionData
  const path = `/sales/${loaderData.id}`
  const list = salesListPath(explorer.name)
  const { place, suffix } = explorer
  const isJustAdded = history.changes.some(({ batch, isAddition }) => isAddition && batch === done?.batch)
  return (
    <Page
      title={registration}
      actions={
        <a href={registrationPath(registration)} className="button-small">
          On the site
        </a>
      }
    >
      <p className="remark">{`${suffix ? `${place}. ` : ''}On record: ${about}.`}</p>
      <EditForm
        key={updatedAt}
        loaderData={loaderData}
        path={path}
        answer={answer?.isRemoval ? undefined : answer}
      />
      <RemovalForm loaderData={loaderData} path={path} answer={answer?.isRemoval ? answer : undefined} />
      <History
        className="mt-8 max-w-reading"
        // Undoing an addition leaves no page to return to.
        changes={history.changes.map((change) => ({ ...change, back: change.isAddition ? list : path }))}
        latest={history.changes.find(({ isUndone }) => !isUndone)?.batch}
      />
      <PublishedLog published={history.published} />
      <DoneNote done={done} back={isJustAdded ? list : path} />
    </Page>
  )
}

interface EditFormProps {
  loaderData: Route.ComponentProps['loaderData']
  path: string
  answer: Route.ComponentProps['actionData']
}

function EditForm({ loaderData, path, answer }: EditFormProps) {
  const { explorer, id, fields, registration, updatedAt, sellers, checked } = loaderData
  const [reason, setReason] = useState(typedText(answer?.typed, 'reason') ?? '')
  return (
    <CheckedForm
      draft={`sale ${id} ${updatedAt}`}
      action={path}
      sends={{ id, seenAt: answer?.seenAt ?? updatedAt }}
      answer={answer}
      first={checked}
      buttons={
        <>
          <SubmitButton data-main>Save and publish</SubmitButton>
          <SubmitButton name="then" value="check" formNoValidate>
            Check
          </SubmitButton>
        </>
      }
      log={({ problem, log: change }) => (
        <LogPreview
          none={problem ?? 'Nothing until you change something.'}
          entry={change === null ? null : { registration, explorer, change, reason }}
        />
      )}
    >
      <PlateFace registration={registration} decorative className="w-full max-w-88" />
      <SaleFields fields={fields} sellers={sellers} />
      <TextArea
        label="Reason"
        name="reason"
        help="Why you are correcting it. Published with the change, so do not name anyone who wrote to you"
        rows={2}
        maxLength={1000}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
    </CheckedForm>
  )
}

function RemovalForm({ loaderData, path, answer }: EditFormProps) {
  const { registration, removal, updatedAt, explorer } = loaderData
  const [reason, setReason] = useState(typedText(answer?.typed, 'reason') ?? '')
  return (
    <details className="mt-8 max-w-reading border-line border-t" open={answer !== undefined || undefined}>
      <summary className="min-h-10 cursor-pointer content-center text-red">Remove this sale</summary>
      <DeskForm
        action={path}
        className="stock-form-part"
        answer={answer}
        sends={{ seenAt: answer?.seenAt ?? updatedAt }}
      >
        <p className="remark">
          For a sale that should not be there, such as one that fell through. To correct a figure, use the
          form above.
        </p>
        <TextArea
          label="Reason for removing it"
          name="reason"
          help="Published with the removal"
          rows={2}
          maxLength={1000}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <LogEntry
          registration={registration}
          explorer={explorer}
          reason={reason}
          outcome="removed"
          change={removal}
        />
        <p className="desk-actions">
          <SubmitButton name="then" value="remove" data-danger>
            Remove and publish
          </SubmitButton>
        </p>
      </DeskForm>
    </details>
  )
}
