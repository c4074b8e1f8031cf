/** The figures of the desk: enquiries, sales, searches without a result, and page views. */
import type { Reader } from '#data/tables.ts'
import { type MonthOfAnswers, readMonthOfAnswers } from '../enquiries/first-answer.ts'
import { addDays, monthOf } from '../london-time.ts'
import { listReadPages, listViewsByDay, type ReadPage } from '../page-views/page-view-store.ts'
import type { ViewPeriod } from '../page-views/view-periods.ts'
import type { MarginTerms } from '../stock/margin.ts'
import { listSearchedTerms, type SearchedTerm } from '../unmet-searches/unmet-search-store.ts'
import { type DealFigures, readDealFigures } from './deal-figures.ts'
import { readSoldMonths, type SoldMonth } from './sold-months.ts'

const MONTHS = 12
const SEARCH_DAYS = 28
const MAX_TERMS = 20
const MAX_PAGES = 20

export interface EnquiryMonth extends MonthOfAnswers {
  /** As 2026-11. */
  month: string
}

/** The last twelve months in London, the latest last: '2025-12' … '2026-11' */
export function lastMonths(now: Date): string[] {
  const [year = 0, month = 0] = monthOf(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

/** Enquiries and first answers of the last twelve months. */
export function readEnquiryMonths(reader: Reader, now: Date): Promise<EnquiryMonth[]> {
  return Promise.all(
    lastMonths(now).map(async (month) => ({ month, ...(await readMonthOfAnswers(reader, month)) })),
  )
}

/** Quotes of the last twelve months, and how long sales took. */
export const readQuotes = (reader: Reader, now: Date): Promise<DealFigures> =>
  readDealFigures(reader, lastMonths(now)[0] ?? monthOf(now))

export const readSalesFigures = (reader: Reader, now: Date, terms: MarginTerms): Promise<SoldMonth[]> =>
  readSoldMonths(reader, lastMonths(now), terms)

/** What was searched most in the last four weeks, and not found. */
export async function readSearches(reader: Reader, now: Date): Promise<SearchedTerm[]> {
  const since = addDays(utcDay(now), 1 - SEARCH_DAYS)
  return (await listSearchedTerms(reader, since)).slice(0, MAX_TERMS)
}

export interface ReadPages {
  /** Every day of the period including days without views, latest last. */
  days: { day: string; views: number }[]
  pages: ReadPage[]
}

/** The most read pages of the last days, and the number of views on each day. */
export async function readPages(reader: Reader, now: Date, period: ViewPeriod): Promise<ReadPages> {
  const since = addDays(utcDay(now), 1 - period)
  const [pages, counted] = await Promise.all([
    listReadPages(reader, period, MAX_PAGES),
    listViewsByDay(reader, since),
  ])
  const days = Array.from({ length: period }, (_, index) => addDays(since, index))
  return { pages, days: days.map((day) => ({ day, views: counted.get(day) ?? 0 })) }
}

const utcDay = (now: Date) => now.toISOString().slice(0, 10)
