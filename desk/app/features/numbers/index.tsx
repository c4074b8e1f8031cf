import { monthOf } from '#services/london-time.ts'
import { VIEW_PERIODS } from '#services/page-views/view-periods.ts'
import { formatGbp } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { deskContext } from '../../context.ts'
import { recentMonths } from '../../ui/dates.ts'
import { Select } from '../../ui/field.tsx'
import { Page, Section, TextLink } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { marginTerms, namedMargin } from '../stock/margin.ts'
import { MarginLines, StateMargin } from '../stock/margin-account.tsx'
import { Fact } from '../stock/plate-fact.tsx'
import type { Route } from './+types/index'
import { BarChart } from './bar-chart.tsx'
import { type Numbers, readNumbers, toPeriod } from './read-numbers.server.ts'

const ACCOUNT_MONTHS = 24

/** The maximum that read-numbers.server.ts returns. */
const TERM_BARS = 6

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const period = toPeriod(url.searchParams.get('days'))
  const terms = marginTerms(desk)
  const given = { now: new Date(), period, terms }
  const [enquiries, sales, searches, pages] = await Promise.all([
    readNumbers(desk, 'enquiries', given),
    readNumbers(desk, 'sales', given),
    readNumbers(desk, 'searches', given),
    readNumbers(desk, 'pages', given),
  ])
  const months = recentMonths(monthOf(given.now), ACCOUNT_MONTHS)
  return { enquiries, sales, searches, pages, period, terms, months }
}

export default function NumbersPage({ loaderData }: Route.ComponentProps) {
  const { enquiries, sales, searches, pages, period, terms, months } = loaderData
  return (
    <Page title="Numbers">
      <div className="grid gap-x-16 lg:grid-cols-2 print:block">
        <Panel id="enquiries" title="Enquiries and first replies" numbers={enquiries}>
          <BarChart
            {...enquiries}
            unit="count"
            parts={{ whole: 'Enquiries', part: 'unanswered', kind: 'bad' }}
          />
        </Panel>
        <Panel id="sales" title="Sales and margin" numbers={sales}>
          <BarChart
            {...sales}
            unit="gbp"
            parts={{ whole: 'Revenue', part: namedMargin(terms), kind: 'good' }}
          />
          {sales.account && (
            <>
              <dl className="plate-facts mt-3 max-w-120 text-row *:min-h-0 *:py-1.5 [&_dd]:whitespace-nowrap [&_dt]:max-w-none [&_dt]:shrink">
                <Fact label="Revenue of the plates in the margin">{formatGbp(sales.account.takingsGbp)}</Fact>
                <MarginLines account={sales.account} terms={terms} />
              </dl>
              <StateMargin terms={terms} />
            </>
          )}
        </Panel>
        <Panel id="pages" title="Most-read pages" numbers={pages} query={`?days=${period}`}>
          <Tabs
            label="Days"
            preventScrollReset
            tabs={VIEW_PERIODS.map((days) => ({
              to: `/numbers?days=${days}`,
              label: `${days} days`,
              isCurrent: days === period,
            }))}
          />
          <BarChart {...pages} unit="count" />
          <p className="my-2 max-w-reading text-aside text-quiet">
            Counted when the server sends a page, by UTC day. Crawlers, and visitors who ask not to be
            tracked, are left out. Pages that the browser builds itself as a visitor moves through the site
            are not counted.
          </p>
        </Panel>
        <Panel id="searches" title="Searches without a result" numbers={searches}>
          <BarChart {...searches} unit="count" slots={TERM_BARS} />
        </Panel>
      </div>
      <form action="/desk/numbers/accounts.csv" className="mt-8 max-w-md">
        <div className="desk-field">
          <label htmlFor="accounts-month">Sales, purchases and payments for the accountant</label>
          <div className="flex gap-2">
            <Select id="accounts-month" name="month" options={months} />
            <button type="submit" className="button-small flex-none">
              Download as CSV
            </button>
          </div>
        </div>
      </form>
    </Page>
  )
}

interface PanelProps {
  /** Also the name of its file. */
  id: string
  title: string
  numbers: Numbers
  /** Of the address of its file. */
  query?: string
  children: React.ReactNode
}

/** A chart with its table and a CSV download. */
function Panel({ id, title, numbers: { summary, notes, table }, query = '', children }: PanelProps) {
  return (
    <Section id={id} title={title} className="numbers-section min-w-0 pb-12">
      <p className="mt-1 mb-3 max-w-reading text-quiet text-row">{[summary, ...(notes ?? [])].join(' ')}</p>
      <div>
        {children}
        {table.rows.length > 0 && (
          <>
            <Table
              className="ledger ledger-plain numbers-table mt-3"
              caption={title}
              columns={table.head.map((name, index) => ({
                name,
                className: index === 0 ? undefined : 'number',
              }))}
              rows={table.rows.map(({ cells: [name, ...cells], href }) => [
                href ? (
                  <a key={href} href={href} className="link wrap-anywhere">
                    {name}
                  </a>
                ) : (
                  name
                ),
                ...cells,
              ])}
            />
            <p className="mt-2 text-note print:hidden">
              <TextLink to={`/numbers/${id}.csv${query}`} reloadDocument>
                Download as CSV<span className="sr-only"> ({title})</span>
              </TextLink>
            </p>
          </>
        )}
      </div>
    </Section>
  )
}
