import { Link } from 'react-router'
import { listAudit } from '#services/audit/audit-log.ts'
import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { londonDay } from '#services/london-time.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { Table } from '#shared/ui/table.tsx'
import { deskContext } from '../../context.ts'
import { fullMoment, shortMoment } from '../../ui/dates.ts'
import { Page } from '../../ui/page.tsx'
import { LatestFirstPager } from '../../ui/pager.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import type { Route } from './+types/index'

const PER_PAGE = 50
const MAX_SEARCH_LENGTH = 100

export async function loader({ context, url }: Route.LoaderArgs) {
  const { database } = context.get(deskContext)
  const now = new Date()
  const person = cleanLine((url.searchParams.get('person') ?? '').slice(0, MAX_SEARCH_LENGTH))
  const before = url.searchParams.get('before')
  const records = await listAudit(database, { person, before, limit: PER_PAGE })
  const kept = await findUndoableBatches(
    database,
    records.map(({ id }) => id),
    now,
  )
  return {
    person,
    isFirst: before === null,
    records: records.map((record) => ({ ...record, isUndone: kept.get(record.id) ?? null })),
    next: records.length >= PER_PAGE ? (records.at(-1)?.at ?? null) : null,
    today: londonDay(now),
  }
}

const VIA = { desk: 'at the desk', office: 'by command', site: 'automatically' } as const

export default function Changes({ loaderData }: Route.ComponentProps) {
  const { person, isFirst, records, next, today } = loaderData
  return (
    <Page title="Changes">
      <SearchForm
        action="/changes"
        name="person"
        label="Person’s name"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={person}
      />
      {records.length === 0 ? (
        <p className="remark">{person ? `No changes by “${person}”.` : 'Nothing has been changed yet.'}</p>
      ) : (
        <Table
          className="ledger max-md:stacked max-md:[&>thead]:hidden [&_td]:align-top md:[&_td]:py-1.5 [&_tr]:grid-cols-[minmax(0,1fr)_auto] [&_tr]:py-2"
          columns={['When', 'Who', 'Change', { name: 'Undo', isHidden: true }]}
        >
          <tbody>
            {records.map(({ id, at, person: who, via, change, isUndone }) => (
              <tr key={id}>
                <td className="whitespace-nowrap text-quiet max-md:row-start-2 max-md:text-note">
                  <time dateTime={at} title={fullMoment(at)}>
                    {shortMoment(at, today)}
                  </time>
                </td>
                <td className="wrap-anywhere max-md:row-start-2 max-md:text-note max-md:text-quiet md:w-52">
                  {who} <span className="cell-aside md:whitespace-nowrap">{VIA[via]}</span>
                </td>
                <td className="wrap-anywhere first-letter:uppercase max-md:col-span-full max-md:row-start-1">
                  {change}
                  {isUndone && <span className="cell-aside">undone</span>}
                </td>
                <td className="whitespace-nowrap max-md:row-start-3">
                  {isUndone !== null && (
                    <Link
                      to={`/changes/${id}`}
                      className="row-action min-h-6 max-md:min-h-10 max-md:pl-0"
                      data-row
                      aria-label={`Details of ${change}`}
                    >
                      {isUndone ? 'Details' : 'Undo…'}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <LatestFirstPager path="/changes" query={{ person }} what="changes" isFirst={isFirst} next={next} />
    </Page>
  )
}
