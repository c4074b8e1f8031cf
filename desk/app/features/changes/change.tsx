import { Link } from 'react-router'
import { findAudit } from '#services/audit/audit-log.ts'
import { UNDO_DAYS } from '#services/changes/undoable-batches.ts'
import { findBatchSale } from '#services/sales/sales-store.ts'
import { previewUndo } from '#services/stock/undo-change.ts'
import { isUuid } from '#services/uuid.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { deskContext } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Page, TextLink } from '../../ui/page.tsx'
import { readSalesUndo } from '../sales/undo.server.ts'
import { SalesUndoPreview } from '../sales/undo-preview.tsx'
import { ColumnChanges } from '../stock/column-changes.tsx'
import { describeChange } from '../stock/describe-change.server.ts'
import { readDone } from '../stock/done.server.ts'
import { DoneNote } from '../stock/note.tsx'
import type { Route } from './+types/change'

const MAX_SHOWN = 200
export async function loader({ context, params: { batch }, url }: Route.LoaderArgs) {
  const { client } = context.get(deskContext)
  const record = isUuid(batch) ? await findAudit(client, batch) : null
  if (!record) throw new Response(null, { status: 404 })
  const isOfSales = (await findBatchSale(client, batch)) !== null
  const [{ changes, refusal }, sales, done] = await Promise.all([
    previewUndo(client, batch, new Date()),
    isOfSales ? readSalesUndo(client, batch) : null,
    readDone(client, url.searchParams.get('done')),
  ])
  return {
    sales,
    record,
    count: changes.length,
    changes: changes.slice(0, MAX_SHOWN).map(describeChange),
    refusal: refusal?.message ?? null,
    done,
  }
}

/** Shows one change of stock or of sales: its effect on each of them, and what an undo would restore. */
export default function Change({ loaderData }: Route.ComponentProps) {
  const { record, count, changes, refusal, sales, done } = loaderData
  const path = `/changes/${record.id}`
  return (
    <Page title={(sales ?? { refusal }).refusal ? 'Change' : 'Undo a change'}>
      <p className="change-sentence">{record.change}</p>
      <p className="stock-remark">
        {record.person}, {fullMoment(record.at)}
      </p>
      {sales ? (
        <SalesUndoPreview undo={sales} batch={record.id} back={path} />
      ) : refusal ? (
        <p className="desk-note" data-kind="error">
          {count === 0
            ? `This cannot be undone. Only changes to stock and sales can, for ${UNDO_DAYS} days.`
            : refusal}
        </p>
      ) : (
        <DeskForm action="/changes/undo" className="confirm-bar" sends={{ batch: record.id, back: path }}>
          <SubmitButton data-main>Undo</SubmitButton>
          <p>
            {plural(count, 'plate')} will go back to how {count === 1 ? 'it was' : 'they were'}:
          </p>
        </DeskForm>
      )}
      {changes.length > 0 && (
        <table className="ledger preview-table">
          <thead>
            <tr>
              <th scope="col">Registration</th>
              <th scope="col">{refusal ? 'What changed' : 'What changes back'}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.id}>
                <th scope="row">
                  <Link to={`/stock/${change.plateId}`} className="registration-link">
                    {change.registration}
                  </Link>
                </th>
                <td>
                  <ColumnChanges what={change.what} isBack={refusal === null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > changes.length && (
        <p className="stock-remark">And {formatNumber(count - changes.length)} more plates.</p>
      )}
      <p className="mt-6">
        <TextLink to="/changes">All changes</TextLink>
      </p>
      <DoneNote done={done} back={path} />
    </Page>
  )
}
