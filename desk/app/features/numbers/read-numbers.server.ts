import { describeWait } from '#services/enquiries/first-answer.ts'
import { monthOf } from '#services/london-time.ts'
import type { DealFigures } from '#services/numbers/deal-figures.ts'
import {
  type EnquiryMonth,
  type ReadPages,
  readEnquiryMonths,
  readPages,
  readQuotes,
  readSalesFigures,
  readSearches,
} from '#services/numbers/numbers.ts'
import type { SoldMonth } from '#services/numbers/sold-months.ts'
import { VIEW_PERIODS, type ViewPeriod } from '#services/page-views/view-periods.ts'
import { countSoldDemonstration } from '#services/stock/demonstration.ts'
import { addAccounts, type MarginAccount, type MarginTerms } from '#services/stock/margin.ts'
import type { SearchedTerm } from '#services/unmet-searches/unmet-search-store.ts'
import { formatNumber, MONTHS, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { DeskContext } from '../../context.ts'
import { shortDay } from '../../ui/dates.ts'
import { namedMargin, nameMargin } from '../stock/margin.ts'
import type { ChartBar } from './bar-chart.tsx'

/** A table for the page and its CSV file. */
interface NumbersTable {
  head: string[]
  /** In the order of `head`; the first cell is the row heading. Empty if there are no data: the summary says so. */
  rows: Row[]
}

export interface Row {
  cells: string[]
  /** The link of the row heading: an address of the public site. */
  href?: string
}

export interface Numbers {
  bars: ChartBar[]
  summary: string
  /** Further sentences. */
  notes?: string[]
  /** Of all plates whose margin is known; null without any. */
  account?: MarginAccount | null
  table: NumbersTable
}

export const NUMBERS = ['enquiries', 'sales', 'searches', 'pages'] as const
type NumbersName = (typeof NUMBERS)[number]

const MISSING = 'not known'
/** Chart labels, short enough for a phone. */
const MAX_TERM_BARS = 6

export const toPeriod = (days: string | null): ViewPeriod =>
  VIEW_PERIODS.find((period) => String(period) === days) ?? 28

/** @throws DataError */
export async function readNumbers(
  { database }: Pick<DeskContext, 'database'>,
  name: NumbersName,
  { now, period, terms }: { now: Date; period: ViewPeriod; terms: MarginTerms },
): Promise<Numbers> {
  switch (name) {
    case 'enquiries':
      return describeEnquiries(
        await readEnquiryMonths(database, now),
        monthOf(now),
        await readQuotes(database, now),
      )
    case 'sales':
      return {
        ...describeSales(await readSalesFigures(database, now, terms), monthOf(now), terms),
        notes: describeLeftOut(await countSoldDemonstration(database)),
      }
    case 'searches':
      return describeSearches(await readSearches(database, now))
    case 'pages':
      return describePages(await readPages(database, now, period), period)
  }
}

/** '2026-10' → 'Oct 2026', on one line */
const nameOf = (month: string) => `${shortMonth(month)}\u00a0${month.slice(0, 4)}`

const labelOf = (month: string, current: string) =>
  month === current ? `${nameOf(month)}, so\u00a0far` : nameOf(month)

const shortMonth = (month: string) => MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? ''

function describeEnquiries(months: readonly EnquiryMonth[], current: string, quotes: DealFigures): Numbers {
  const total = sum(months.map(({ enquiries }) => enquiries))
  const waiting = sum(months.map((month) => month.waiting))
  return {
    bars: months.map(({ month, enquiries, waiting }) => ({
      key: month,
      label: shortMonth(month),
      value: enquiries,
      part: waiting,
      title: `${labelOf(month, current)}: ${plural(enquiries, 'enquiry', 'enquiries')}, ${formatNumber(waiting)} unanswered`,
    })),
    notes: describeQuotes(quotes),
    summary:
      total === 0
        ? 'No enquiries in the last twelve months.'
        : `${plural(total, 'enquiry', 'enquiries')} in twelve months, ${waiting === 0 ? 'none' : formatNumber(waiting)} unanswered.`,
    table: {
      head: ['Month', 'Enquiries', 'Unanswered', 'First reply after (median)'],
      rows: (total === 0 ? [] : months.toReversed()).map(({ month, enquiries, waiting, medianMs }) => ({
        cells: [
          labelOf(month, current),
          formatNumber(enquiries),
          formatNumber(waiting),
          medianMs === null ? '–' : describeWait(medianMs),
        ],
      })),
    },
  }
}

function describeQuotes({ quotes, won, medianDays }: DealFigures): string[] {
  return [
    ...(quotes > 0
      ? [`${plural(quotes, 'quote')} sent, ${won === 0 ? 'none' : formatNumber(won)} won.`]
      : []),
    ...(medianDays === null
      ? []
      : [`Half of these sales came within ${plural(Math.ceil(medianDays), 'day')} of the enquiry.`]),
  ]
}

const describeLeftOut = (demonstration: number): string[] =>
  demonstration === 0
    ? []
    : [
        `${demonstration === 1 ? 'One sold plate of the demonstration is' : `${formatNumber(demonstration)} sold plates of the demonstration are`} left out, here and in the file for the accountant.`,
      ]

function describeSales(months: readonly SoldMonth[], current: string, terms: MarginTerms): Numbers {
  const sold = sum(months.map((month) => month.sold))
  const withoutMargin = sum(months.map((month) => month.withoutMargin))
  const taken = sum(months.map(({ takingsGbp }) => takingsGbp ?? 0))
  const account = months
    .flatMap((month) => month.account ?? [])
    .reduce<MarginAccount | null>((all, one) => (all ? addAccounts(all, one) : one), null)
  const margin = namedMargin(terms)
  const missing =
    withoutMargin === 0
      ? ''
      : ` The margin leaves out ${withoutMargin === 1 ? 'one plate' : `${formatNumber(withoutMargin)} plates`} without a cost or price${terms.fee === 'on-vehicle' ? ', or a certificate' : ''}.`
  return {
    account,
    bars: months.map(({ month, sold, takingsGbp, account }) => ({
      key: month,
      label: shortMonth(month),
      value: takingsGbp ?? 0,
      part: Math.max(0, account?.marginGbp ?? 0),
      title: `${labelOf(month, current)}: ${formatNumber(sold)} sold for ${gbp(sold, takingsGbp)}, ${margin} ${gbp(sold, account?.marginGbp ?? null)}`,
    })),
    summary:
      sold === 0
        ? 'No sales are dated within the last twelve months.'
        : `${plural(sold, 'plate')} sold in twelve months for ${formatGbp(taken)}, with a ${margin} of ${account?.marginGbp == null ? MISSING : formatGbp(account.marginGbp)}.${missing}`,
    table: {
      head: ['Month', 'Sold', 'Revenue', nameMargin(terms), 'Not in the margin'],
      rows: (sold === 0 ? [] : months.toReversed()).map(
        ({ month, sold, takingsGbp, account, withoutMargin }) => ({
          cells: [
            labelOf(month, current),
            formatNumber(sold),
            gbp(sold, takingsGbp),
            gbp(sold, account?.marginGbp ?? null),
            withoutMargin === 0 ? '–' : `${formatNumber(withoutMargin)} of ${formatNumber(sold)}`,
          ],
        }),
      ),
    },
  }
}

/** A dash if nothing was sold; MISSING if nobody has entered the amounts. */
const gbp = (sold: number, amount: number | null) => {
  if (sold === 0) return '–'
  return amount === null ? MISSING : formatGbp(amount)
}

function describeSearches(terms: readonly SearchedTerm[]): Numbers {
  return {
    bars: terms.slice(0, MAX_TERM_BARS).map(({ term, searches }) => ({
      key: term,
      label: term,
      value: searches,
      title: `${term}: ${plural(searches, 'search', 'searches')}`,
    })),
    summary:
      terms.length === 0
        ? 'In the last four weeks, no search without a result was made three times or more.'
        : `Most searched for in the last four weeks, and not found: ${terms[0]?.term}, ${plural(terms[0]?.searches ?? 0, 'time')}.`,
    table: {
      head: ['Searched for', 'Searches', 'Last searched'],
      rows: terms.map(({ term, searches, lastDay }) => ({
        cells: [term, formatNumber(searches), shortDay(lastDay)],
        href: `/find?${new URLSearchParams({ q: term.toLowerCase() })}`,
      })),
    },
  }
}

const KINDS: Readonly<Record<string, string>> = {
  '/plate/*': 'Other plates',
  '/registration/*': 'Other registrations',
  '/news/*': 'Other news',
  '/info/*': 'Other guides',
  '/plate-stories/*': 'Other stories',
}

function describePages({ pages, days }: ReadPages, period: ViewPeriod): Numbers {
  const total = sum(days.map(({ views }) => views))
  return {
    bars: days.map(({ day, views }, index) => ({
      key: day,
      label: index === 0 || index === days.length - 1 ? shortDay(day).slice(0, -5) : '',
      value: views,
      title: `${shortDay(day)}: ${plural(views, 'page')} read`,
    })),
    summary:
      total === 0
        ? `No pages were read in the last ${period} days.`
        : `${plural(total, 'page')} read in the last ${period} days.`,
    table: {
      head: ['Page', 'Read', `Compared with the ${period} days before`],
      rows: pages.map(({ path, views, before }) => {
        const kind = KINDS[path]
        const cells = [
          kind ?? (path === '/' ? 'Home page' : path),
          formatNumber(views),
          describeChange(views, before),
        ]
        return { cells, ...(kind ? {} : { href: encodeURI(path) }) }
      }),
    },
  }
}

/** '12 more', '3 fewer', 'the same', 'none before' */
function describeChange(views: number, before: number): string {
  if (before === 0) return 'none before'
  if (views === before) return 'the same'
  return views > before ? `${formatNumber(views - before)} more` : `${formatNumber(before - views)} fewer`
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
