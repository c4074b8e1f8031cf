import { Link } from 'react-router'
import { describeTopic } from '#services/enquiries/conversation.ts'
import {
  ENQUIRIES_PER_PAGE,
  type EnquiryFilter,
  enquiryQuery,
  parseEnquiryFilter,
  type StatusFilter,
  statusFilters,
} from '#services/enquiries/enquiry-filter.ts'
import { isSuspected } from '#services/enquiries/enquiry-store.ts'
import { describeWait, readMonthOfAnswers, waitedMs } from '#services/enquiries/first-answer.ts'
import { countEnquiries, type ListedEnquiry, listEnquiries } from '#services/enquiries/list-enquiries.ts'
import { isOpenStatus } from '#services/enquiries/statuses.ts'
import { monthOf } from '#services/london-time.ts'
import { listPeople } from '#services/people/people.ts'
import { longMonth, plural } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import { deskContext, requirePerson } from '../../context.ts'
import { fullMoment, recentMonths } from '../../ui/dates.ts'
import { ButtonLink, Page, TextLink } from '../../ui/page.tsx'
import { NumberedPager } from '../../ui/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/index'
import { FilterForm } from './filter-form.tsx'
import { readForgotten } from './forgotten.server.ts'
import { ForgottenNote } from './forgotten-note.tsx'
import { ENQUIRY_STATUS_LABELS } from './status-labels.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = requirePerson(context)
  const { database, privateSettings } = context.get(deskContext)
  const query = url.searchParams
  const filter = parseEnquiryFilter(query)
  const now = new Date()
  const thisMonth = monthOf(now)
  const month = filter.month ?? thisMonth
  const [list, waiting, replied, suspected, people, answers, forgotten] = await Promise.all([
    listEnquiries(database, filter),
    countEnquiries(database, { status: 'new' }),
    countEnquiries(database, { status: 'replied' }),
    countEnquiries(database, { status: 'suspected' }),
    listPeople(database, now),
    readMonthOfAnswers(database, month),
    readForgotten(database, query),
  ])
  const { medianMs } = answers
  return {
    filter,
    forgotten,
    rows: list.enquiries.map((enquiry) => rowOf(enquiry, now)),
    total: list.total,
    counts: { new: waiting, replied, suspected } as Partial<Record<StatusFilter, number>>,
    people: people.map(({ id, name }) => ({ id, name: id === me.id ? `${name} (you)` : name })),
    months: recentMonths(thisMonth, privateSettings.retentionMonths),
    answers: {
      month: longMonth(month),
      enquiries: answers.enquiries,
      waiting: answers.waiting,
      median: medianMs === null ? null : describeWait(medianMs),
    },
  }
}

function rowOf(enquiry: ListedEnquiry, now: Date) {
  const { reference, name, plateNumber, createdAt, status, owner, delivery, attempts } = enquiry
  const waited = waitedMs(enquiry, now)
  const topic = describeTopic(enquiry)
  return {
    reference,
    name,
    topic: plateNumber && !topic.includes(plateNumber) ? `${topic} (${plateNumber})` : topic,
    received: fullMoment(createdAt),
    status: isSuspected(enquiry) ? 'Suspected spam' : ENQUIRY_STATUS_LABELS[status],
    isWaiting: isOpenStatus(status) && !isSuspected(enquiry),
    waited: waited === null ? '' : describeWait(waited),
    owner,
    isUndelivered: delivery === 'waiting' && attempts > 1,
  }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function Enquiries({ loaderData }: Route.ComponentProps) {
  const { filter, rows, total, counts, people, months, answers, forgotten } = loaderData
  const pages = Math.ceil(total / ENQUIRIES_PER_PAGE)
  return (
    <Page
      title="Enquiries"
      actions={
        <>
          <ButtonLink to="/enquiries/new">Enquiry by telephone</ButtonLink>
          <ButtonLink to="/enquiries/export">Export a month</ButtonLink>
        </>
      }
    >
      {forgotten && <ForgottenNote {...forgotten} />}
      <Tabs
        label="Status"
        tabs={(Object.keys(statusFilters) as StatusFilter[]).map((status) => ({
          to: `/enquiries${enquiryQuery({ ...filter, status, page: 1 })}`,
          label: statusFilters[status],
          isCurrent: status === filter.status,
          count: counts[status] || undefined,
          isWaiting: true,
        }))}
      />
      <FilterForm key={enquiryQuery(filter)} filter={filter} people={people} months={months} />
      <p className="my-3 text-quiet text-sm">{`${plural(total, 'enquiry', 'enquiries')} · ${answers.month}: ${answers.enquiries} received, ${answers.waiting} unanswered${answers.median ? `, first reply after ${answers.median} (median)` : ''}`}</p>
      {rows.length > 0 ? (
        <EnquiryTable rows={rows} />
      ) : (
        <Empty filter={filter} hasReplied={(counts.replied ?? 0) > 0} />
      )}
      <NumberedPager
        page={filter.page}
        pages={pages}
        to={(page) => `/enquiries${enquiryQuery({ ...filter, page })}`}
      />
    </Page>
  )
}

function EnquiryTable({ rows }: { rows: Row[] }) {
  return (
    <Table
      className="ledger ledger-plain enquiry-table"
      columns={[
        { name: 'From', className: 'desk:w-1/5' },
        { name: 'About', className: 'max-desk:hidden' },
        { name: 'Status', className: 'w-36 max-desk:hidden' },
        { name: 'Owner', className: 'w-36 max-desk:hidden' },
        { name: 'Received', className: 'w-44 max-desk:hidden' },
        { name: 'Waited', className: 'number w-26' },
      ]}
      rows={rows.map((row) => [
        <>
          <Link to={`/enquiries/${row.reference}`} className="whole-line font-medium" data-row>
            {row.name}
          </Link>
          <span className="block desk:hidden truncate text-note text-quiet">{row.topic}</span>
        </>,
        row.topic,
        <>
          <span>{row.status}</span>
          {row.isUndelivered && <span className="waits"> · not e-mailed to you</span>}
        </>,
        row.owner,
        row.received,
        <>
          <span className={row.isWaiting ? 'waits' : undefined}>{row.waited}</span>
          <span className="block desk:hidden truncate text-note text-quiet">{row.owner ?? row.status}</span>
        </>,
      ])}
    />
  )
}

function Empty({ filter, hasReplied }: { filter: EnquiryFilter; hasReplied: boolean }) {
  const isNarrowed = filter.search !== '' || filter.month !== null || filter.owner !== null
  if (!isNarrowed && filter.status === 'new')
    return <p className="remark">{`Every ${hasReplied ? 'new enquiry' : 'enquiry'} has been answered.`}</p>
  return (
    <p className="remark">
      No enquiries match.{' '}
      {isNarrowed && (
        <TextLink
          to={`/enquiries${enquiryQuery({ ...filter, search: '', month: null, owner: null, page: 1 })}`}
        >
          Show all with this status
        </TextLink>
      )}
    </p>
  )
}
