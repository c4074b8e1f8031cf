import { Link } from 'react-router'
import { searchSales } from '#services/sales/search-sales.ts'
import { DEFAULT_EXPLORER, EXPLORERS } from '#shared/sales/explorers.ts'
import { type Sale, shortSaleDate } from '#shared/sales/sale.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Table } from '#shared/ui/table.tsx'
import { deskContext } from '../../context.ts'
import { Select } from '../../ui/field.tsx'
import { ButtonLink, Page, TextLink } from '../../ui/page.tsx'
import { NumberedPager } from '../../ui/pager.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { readDone } from '../stock/done.server.ts'
import { DoneNote } from '../stock/note.tsx'
import type { Route } from './+types/index'
import {
  explorerTabs,
  newSalePath,
  parseSalesView,
  type SalesView,
  salesListPath,
  salesPath,
} from './sales-view.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { client, database, log } = context.get(deskContext)
  const view = parseSalesView(url.searchParams)
  const [found, done] = await Promise.all([
    searchSales(client, view, (message, error) => log.error(message, error)),
    readDone(database, url.searchParams.get('done')),
  ])
  const seller = found.sellers.find((known) => known === view.seller) ?? null
  return {
    view: { ...view, seller, page: found.page },
    ...found,
    done,
    hasHammerPrice: EXPLORERS[view.explorer].hasHammerPrice,
    tabs: explorerTabs(view.explorer, salesListPath),
  }
}

export default function Sales({ loaderData }: Route.ComponentProps) {
  const { view, sales, count, alike, total, pages, sellers, years, done, hasHammerPrice, tabs } = loaderData
  const path = salesPath(view)
  const to = (change: Partial<SalesView>) => salesPath({ ...view, page: 1, ...change })
  const listed = years
    ? Array.from({ length: years.last - years.first + 1 }, (_, index) => String(years.last - index))
    : []
  const isNarrowed = view.search !== '' || view.year !== null || view.seller !== null
  return (
    <Page
      title="Sales"
      actions={
        <ButtonLink to={newSalePath(view.explorer)} data-main>
          Record a sale
        </ButtonLink>
      }
    >
      <Tabs label="Explorers" tabs={tabs} />
      <SearchForm
        key={path}
        action="/sales"
        label="Registration, or what it reads as"
        placeholder="Search"
        maxLength={100}
        defaultValue={view.search}
        sends={view.explorer === DEFAULT_EXPLORER ? {} : { explorer: view.explorer }}
      >
        <Select
          name="year"
          aria-label="Year"
          defaultValue={view.year ?? ''}
          options={[['', 'All years'], ...listed.map((year) => [year, year] as const)]}
        />
        <Select
          name="seller"
          aria-label="Seller"
          defaultValue={view.seller ?? ''}
          options={[['', 'All sellers'], ...sellers.map((seller) => [seller, seller] as const)]}
        />
      </SearchForm>
      <p className="remark" key={`${path} ${count}`}>
        {isNarrowed ? `${formatNumber(count)} of ${plural(total, 'sale')}` : plural(total, 'sale')}
        {alike > 0 && `, ${formatNumber(alike)} of them look-alikes`}
        {view.seller !== null && ', including those without a seller'}
        {isNarrowed && (
          <>
            {' '}
            <TextLink to={to({ search: '', year: null, seller: null })}>Show all</TextLink>
          </>
        )}
      </p>
      {sales.length > 0 && (
        <Table
          className="ledger max-md:stacked max-md:[&>thead]:hidden [&_tr]:grid-cols-[auto_minmax(0,1fr)_auto] [&_tr]:items-center [&_tr]:py-1.5"
          columns={[
            { name: 'Plate', isHidden: true },
            ...['Registration', 'Date', 'Seller'],
            ...(hasHammerPrice ? [{ name: 'Hammer', className: 'number' }] : []),
            { name: hasHammerPrice ? 'Total' : 'Price', className: 'number' },
          ]}
        >
          <tbody>
            {sales.map((sale) => (
              <SaleRow key={sale.id} sale={sale} hasHammerPrice={hasHammerPrice} />
            ))}
          </tbody>
        </Table>
      )}
      <NumberedPager page={view.page} pages={pages} to={(page) => to({ page })} />
      <DoneNote done={done} back={path} />
    </Page>
  )
}

/** On a phone, date and seller are below the registration. */
const SECOND_LINE = 'max-md:row-start-2 max-md:text-note max-md:text-quiet'

function SaleRow({ sale, hasHammerPrice }: { sale: Sale; hasHammerPrice: boolean }) {
  const { id, registration, whereSold, hammerPriceGbp, totalPriceGbp, priceBasis } = sale
  const isComputed = priceBasis === 'hammer' && hasHammerPrice && totalPriceGbp !== null
  return (
    <tr>
      <td className="w-32 max-md:row-[1/3] max-md:w-auto">
        <PlateFace registration={registration} decorative className="w-26 max-lg:w-21" />
      </td>
      <th scope="row">
        <Link to={`/sales/${id}`} className="registration-link max-md:pt-2.25 max-md:pb-1" data-row>
          {registration}
        </Link>
      </th>
      <td className={`whitespace-nowrap max-md:col-start-2 ${SECOND_LINE}`}>{shortSaleDate(sale)}</td>
      <td className={`wrap-anywhere max-md:col-start-2 max-md:truncate max-md:pl-19 ${SECOND_LINE}`}>
        {whereSold ?? <span className="cell-aside">not recorded</span>}
      </td>
      {hasHammerPrice && (
        <td className={`number whitespace-nowrap max-md:col-start-3 ${SECOND_LINE}`}>
          {hammerPriceGbp === null ? '–' : formatGbp(hammerPriceGbp)}
        </td>
      )}
      <td
        className={`number whitespace-nowrap max-md:col-start-3 max-md:row-start-1 max-md:pt-1.25 ${totalPriceGbp === null ? 'max-md:hidden' : ''}`}
      >
        {isComputed && <span className="cell-aside mr-2 max-md:hidden">computed</span>}
        {totalPriceGbp === null ? '–' : formatGbp(totalPriceGbp)}
      </td>
    </tr>
  )
}
