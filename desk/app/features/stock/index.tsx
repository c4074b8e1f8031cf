import { useCallback, useState } from 'react'
import { redirect } from 'react-router'
import { askAboutDeals, keepDeals } from '#services/deals/deals-concerned.ts'
import { londonDay } from '#services/london-time.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { accountOf } from '#services/stock/margin.ts'
import { STOCK_PAGE_SIZE, searchStock } from '#services/stock/search-stock.ts'
import { simpleStatusOf } from '#services/stock/status-change.ts'
import { countStock, plateHistory } from '#services/stock/stored-plates.ts'
import { pick } from '#shared/data/pick.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { Select } from '../../ui/field.tsx'
import { ButtonLink, Page, TextLink } from '../../ui/page.tsx'
import { NumberedPager } from '../../ui/pager.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { useFreshData } from '../../ui/use-fresh-data.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/index'
import { readDone } from './done.server.ts'
import { marginTerms } from './margin.ts'
import { type Done, DoneNote } from './note.tsx'
import { answerRefused } from './refused.server.ts'
import { SelectionBar } from './selection-bar.tsx'
import { stockColumns } from './stock-columns.ts'
import { ROW_COLUMNS, type RowAnswer, StockRow } from './stock-row.tsx'
import { parseStockView, SORT_LABELS, stockPath, TABS } from './stock-view.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { database } = desk
  const terms = marginTerms(desk)
  const view = parseStockView(url.searchParams)
  const { tab, search, sort, page } = view
  const [found, counts, done] = await Promise.all([
    searchStock(database, { status: tab.status, search, sort, page }),
    countStock(database),
    readDone(database, url.searchParams.get('done')),
  ])
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    view: { ...view, page: found.page },
    plates: found.plates.map((plate) => ({
      ...pick(plate, ROW_COLUMNS),
      marginGbp: accountOf(plate, terms)?.marginGbp ?? null,
    })),
    terms,
    count: found.count,
    pages: found.pages,
    pageSize: STOCK_PAGE_SIZE,
    isNear: found.isNear,
    tabCounts: TABS.map(({ status }) => (status ? counts[status] : all)),
    today: londonDay(new Date()),
    done,
  }
}

/** Handles price and status of one row. With script, the row shows the result; without, the list is rendered again. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const { id, priceGbp: price, status } = textsOf(form, ['id', 'priceGbp', 'status'])
  const seenAt = seenAtOf(form)
  const ref = { id, seenAt }
  try {
    const simple = { status: simpleStatusOf(status), priceFall: textOf(form, 'priceFall') }
    if (simple.status) await askAboutDeals(database, [ref], { status: simple.status }, null)
    const { batch } = await editPlate(database, ref, { priceGbp: price }, actorOf(context), keepDeals, simple)
    if (textOf(form, 'answer') !== 'row')
      return redirect(withDone(stockPath(parseStockView(url.searchParams)), batch))
    const [change] = batch ? await plateHistory.latest(database, { batch, limit: 1 }) : []
    return { done: await readDone(database, batch), seenAt: change?.at ?? seenAt } satisfies RowAnswer
  } catch (error) {
    return answerRefused(database, ref, form, error, 'Save again to replace their change.')
  }
}

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { view, plates, terms, count, pages, pageSize, isNear, tabCounts, today, done } = loaderData
  const path = stockPath(view)
  const first = (view.page - 1) * pageSize + 1
  // The result of editing a row, until the URL names another change.
  const address = `${path} ${done?.batch}`
  const [latest, setLatest] = useState<{ at: string; done: Done } | null>(null)
  const onDone = useCallback((made: Done) => setLatest({ at: address, done: made }), [address])
  useFreshData()
  return (
    <Page
      title="Stock"
      actions={
        <>
          <ButtonLink to="/import">Import a list</ButtonLink>
          <ButtonLink to="/stock/new" data-main>
            Add a plate
          </ButtonLink>
        </>
      }
    >
      <Tabs
        label="Status"
        tabs={TABS.map((tab, index) => ({
          to: stockPath({ ...view, tab, page: 1 }),
          label: tab.label,
          isCurrent: tab.key === view.tab.key,
          count: tabCounts[index] ?? 0,
        }))}
      />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchForm
          key={path}
          action="/stock"
          label="Registration, or what it reads as"
          placeholder="Search"
          maxLength={40}
          defaultValue={view.search}
          sends={view.tab.key ? { status: view.tab.key } : {}}
        >
          <Select
            name="sort"
            aria-label="Order"
            defaultValue={view.sort ?? ''}
            options={[
              ['', view.search ? 'Best match first' : SORT_LABELS.dearest],
              ...Object.entries(SORT_LABELS).filter(([sort]) => view.search || sort !== 'dearest'),
            ]}
          />
        </SearchForm>
        {plates.length > 0 && (
          <SelectionBar count={count} view={view} path={path} key={`selection ${path}`} />
        )}
      </div>
      {isNear && <p className="remark">{`Nothing matches “${view.search}”. These come close.`}</p>}
      {plates.length === 0 ? (
        <EmptyList view={view} total={tabCounts.at(-1) ?? 0} />
      ) : (
        <>
          <Table
            className="ledger stock-table max-lg:stacked max-lg:[&>thead]:hidden"
            caption={`${view.tab.label}: ${plural(count, 'plate')}`}
            columns={stockColumns(view, terms)}
          >
            <tbody>
              {plates.map((plate) => (
                <StockRow
                  key={plate.id}
                  plate={plate}
                  today={today}
                  back={path}
                  posted={actionData}
                  onDone={onDone}
                />
              ))}
            </tbody>
          </Table>
          <NumberedPager
            page={view.page}
            pages={pages}
            to={(page) => stockPath({ ...view, page })}
          >{`${formatNumber(first)}–${formatNumber(Math.min(count, first + pageSize - 1))} of ${formatNumber(count)}`}</NumberedPager>
        </>
      )}
      <DoneNote done={latest?.at === address ? latest.done : done} back={path} />
    </Page>
  )
}

type View = Route.ComponentProps['loaderData']['view']

function EmptyList({ view, total }: { view: View; total: number }) {
  const all = TABS.at(-1) ?? TABS[0]
  if (total === 0)
    return (
      <p className="remark">
        The stock is empty. <TextLink to="/import">Import a list</TextLink> or{' '}
        <TextLink to="/stock/new">add a plate</TextLink>.
      </p>
    )
  if (!view.search) return <p className="remark">There are no plates here.</p>
  return (
    <p className="remark" key={`${view.tab.key} ${view.search}`}>
      {view.tab.status ? `Nothing here matches “${view.search}”.` : `No plate matches “${view.search}”.`}{' '}
      {view.tab.status && (
        <TextLink to={stockPath({ ...view, tab: all, page: 1 })}>Search the whole stock</TextLink>
      )}
    </p>
  )
}
