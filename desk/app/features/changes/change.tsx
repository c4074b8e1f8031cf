import { Link } from 'react-router'
import { findAudit } from '#services/audit/audit-log.ts'
import { findBatchSale } from '#services/sales/stored-sales.ts'
import { isUuid } from '#services/uuid.ts'
import { formatNumber } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import { deskContext, orNotFound } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Page, TextLink } from '../../ui/page.tsx'
import { ColumnChanges } from '../stock/column-changes.tsx'
import { DealQuestion } from '../stock/deal-question.tsx'
import { readDone } from '../stock/done.server.ts'
import { DoneNote } from '../stock/note.tsx'
import type { Route } from './+types/change'
import { readSalesUndo, readStockUndo } from './read-undo.server.ts'

export async function loader({ context, params: { batch }, url }: Route.LoaderArgs) {
  const { database } = context.get(deskContext)
  const record = orNotFound(isUuid(batch) ? await findAudit(database, batch) : null)
  const isOfSales = (await findBatchSale(database, batch)) !== null
  const [undo, done] = await Promise.all([
    isOfSales ? readSalesUndo(database, batch) : readStockUndo(database, batch),
    readDone(database, url.searchParams.get('done')),
  ])
  return { undo, record, done }
}

/** Shows one change of stock or of sales: its effect on each of them, and what an undo would restore. */
export default function Change({ loaderData }: Route.ComponentProps) {
  const { record, undo, done } = loaderData
  const { count, noun, lines, refusal, deals, promise, heading } = undo
  const path = `/changes/${record.id}`
  return (
    <Page title={refusal ? 'Change' : 'Undo a change'}>
      <p className="text-lg">{record.change}</p>
      <p className="remark">
        {record.person}, {fullMoment(record.at)}
      </p>
      {deals.length > 0 ? (
        <DealQuestion deals={deals}>
          <p className="mt-2">{refusal}</p>
        </DealQuestion>
      ) : refusal ? (
        <p className="desk-note" data-kind="error">
          {refusal}
        </p>
      ) : (
        <DeskForm
          action="/changes/undo"
          className="my-4 flex flex-wrap items-center gap-x-5 gap-y-2"
          sends={{ batch: record.id, back: path }}
        >
          <SubmitButton data-main>Undo</SubmitButton>
          <p>{promise}</p>
        </DeskForm>
      )}
      {lines.length > 0 && (
        <Table
          className="ledger max-w-176"
          columns={['Registration', heading]}
          rows={lines.map(({ id, registration, to, what, text }) => [
            to ? (
              <Link key={id} to={to} className="registration-link">
                {registration}
              </Link>
            ) : (
              registration
            ),
            what ? <ColumnChanges key={id} what={what} isBack={refusal === null} /> : text,
          ])}
        />
      )}
      {count > lines.length && (
        <p className="remark">{`And ${formatNumber(count - lines.length)} more ${noun}s.`}</p>
      )}
      <p className="mt-6">
        <TextLink to="/changes">All changes</TextLink>
      </p>
      <DoneNote done={done} back={path} />
    </Page>
  )
}
