import { beforeEach, expect, it } from 'vitest'
import { addDays } from '#services/london-time.ts'
import { readAccounts } from '#services/numbers/accounts.ts'
import { readDealFigures } from '#services/numbers/deal-figures.ts'
import {
  lastMonths,
  readEnquiryMonths,
  readPages,
  readSalesFigures,
  readSearches,
} from '#services/numbers/numbers.ts'
import { addPageViews } from '#services/page-views/page-view-store.ts'
import { addUnmetSearches } from '#services/unmet-searches/unmet-search-store.ts'
import { changePlates } from '#test/change-rows.ts'
import { addRows } from '../../rows.ts'
import { id } from '../fixture.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
const NOW = new Date('2026-07-15T10:00:00Z')

beforeEach(async () => {
  await contract().fill({})
})

it('the numbers of the desk cover twelve months in London, latest last', () => {
  expect(lastMonths(new Date('2026-11-23T10:00:00Z'))).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ])
  // Already 1 July in London.
  expect(lastMonths(new Date('2026-06-30T23:30:00Z')).at(-1)).toBe('2026-07')
})

const enquiry = (number: number, created_at: string, answered_at: string | null) => ({
  id: id(number),
  reference: `ENQ-0002-000${number}`,
  idempotency_key: `the-key-${number}`,
  kind: 'contact',
  subject: 'A plate',
  inquiry_type: 'general',
  message: 'Good morning.',
  name: 'Ann',
  email: 'ann@example.com',
  delivery: 'sent',
  sent_at: created_at,
  sent_by: 'file',
  status: answered_at ? 'answered' : 'new',
  created_at,
  answered_at,
})

it('the numbers of the desk have enquiries in the month of London, with their first answers', async () => {
  await addRows(database(), 'enquiries', [
    enquiry(1, '2026-06-30T22:30:00Z', '2026-06-30T23:30:00Z'),
    enquiry(2, '2026-06-30T23:30:00Z', null), // in July
    enquiry(3, '2026-07-02T10:00:00Z', '2026-07-02T13:00:00Z'),
    enquiry(4, '2025-01-02T10:00:00Z', null), // too long ago
  ])
  const months = await readEnquiryMonths(contract().database, NOW)
  expect(months).toHaveLength(12)
  expect(months.slice(-2)).toEqual([
    { month: '2026-06', enquiries: 1, waiting: 0, medianMs: 3_600_000 },
    { month: '2026-07', enquiries: 2, waiting: 1, medianMs: 3 * 3_600_000 },
  ])
})

it('the numbers of the desk show a cost that nobody has entered as missing, not as zero', async () => {
  const plate = (
    registration: string,
    soldOn: string | null,
    soldPriceGbp: number | null,
    costGbp: number | null,
    isDemonstration = false,
  ) => ({
    id: null,
    plate: { registration, priceGbp: 9_999, isAvailable: false, isDemonstration },
    details: { status: 'sold' as const, soldOn, soldPriceGbp, costGbp },
  })
  await changePlates(database(), {
    actor: { person: 'Ann', via: 'desk' },
    action: 'sell',
    change: 'some',
    changes: [
      plate('AB 1', '2026-07-01', 5_000, 3_000),
      plate('AB 2', '2026-07-31', 1_000, 1_500),
      plate('AB 3', '2026-07-02', 2_000, null),
      plate('AB 4', '2026-06-30', null, 700),
      plate('AB 5', '2026-05-01', 800, null),
      plate('AB 6', null, 800, 100),
      plate('AB 7', '2025-07-31', 800, 100),
      plate('AB 8', '2026-07-01', 800, 100, true),
    ],
  })
  const months = await readSalesFigures(database(), NOW, { vat: 'margin', fee: 'in-cost' })
  const account = { takingsGbp: 6_000, costGbp: 4_500, vatGbp: 333, feeGbp: 0, marginGbp: 1_167 }
  expect(months.slice(-3)).toEqual([
    { month: '2026-05', sold: 1, takingsGbp: 800, withoutPrice: 0, account: null, withoutMargin: 1 },
    { month: '2026-06', sold: 1, takingsGbp: null, withoutPrice: 1, account: null, withoutMargin: 1 },
    { month: '2026-07', sold: 3, takingsGbp: 8_000, withoutPrice: 0, account, withoutMargin: 1 },
  ])
  expect(months.reduce((sum, { sold }) => sum + sold, 0)).toBe(5)
  // Whether the £80 was paid is not known of plates without a certificate or a vehicle.
  const unknown = await readSalesFigures(database(), NOW, { vat: 'margin', fee: 'on-vehicle' })
  expect(unknown.at(-1)).toMatchObject({ account: null, withoutMargin: 3 })
})

it('the numbers of the desk have the searches of four weeks and the page views of the period, including days without views', async () => {
  const today = new Date().toISOString().slice(0, 10)
  for (const [ago, term] of [
    [27, 'SOPHIE'],
    [28, 'OLD1'],
  ] as const)
    await addUnmetSearches(database(), [{ day: addDays(today, -ago), list: 'stock', term, searches: 4 }])
  expect((await readSearches(database(), new Date())).map((search) => search.term)).toEqual(['SOPHIE'])
  await addPageViews(database(), [
    { day: today, path: '/plates', views: 3 },
    { day: addDays(today, -2), path: '/plates', views: 2 },
  ])
  const { pages, days } = await readPages(database(), new Date(), 7)
  expect(pages).toEqual([{ path: '/plates', views: 5, before: 0 }])
  expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 2, 0, 3])
})

const deal = (number: number, columns: Record<string, unknown>) => ({
  ...{
    id: id(number),
    enquiry_id: id(1),
    reference: 'ENQ-1',
    kind: 'sale',
    plate_number: `AB ${number}`,
    token: String(number).padStart(43, '0'),
  },
  ...{ name: 'Mrs Ash', amount: 100_050, valid_until: '2026-07-01', is_beside_others: true, plate_id: null },
  ...{ agreed_on: null, sold_on: null, invoice_number: null, created_at: '2026-07-05T10:00:00Z' },
  ...{ outcome: null, ended_at: null, is_settled: true },
  ...columns,
})

it('the numbers of the desk count quotes and sales through them, and the days from the enquiry to the sale', async () => {
  // On 1 July in London.
  await addRows(database(), 'enquiries', enquiry(1, '2026-06-30T23:30:00Z', null))
  const sold = (number: number, day: string) => deal(number, { agreed_on: day, sold_on: day })
  await addRows(database(), 'deals', [
    sold(1, '2026-07-04'),
    sold(2, '2026-07-09'),
    deal(3, {}),
    deal(4, { kind: 'purchase' }),
    deal(5, { created_at: '2025-07-31T22:59:00Z' }), // July 2025 in London
  ])
  expect(await readDealFigures(database(), '2025-08')).toEqual({ quotes: 3, won: 2, medianDays: 5.5 })
})

it('the accounts of a month have its sales, purchases and payments, each once', async () => {
  await changePlates(database(), {
    actor: { person: 'Ann', via: 'desk' },
    action: 'add',
    change: 'Two plates, and one of the demonstration',
    changes: [1, 2, 3].map((number) => ({
      id: null,
      plate: {
        id: id(number),
        registration: `AB ${number}`,
        isAvailable: false,
        isDemonstration: number === 3,
      },
      details: {
        status: 'sold',
        soldOn: '2026-07-09',
        soldPriceGbp: 1_001,
        costGbp: 400,
        boughtOn: '2026-06-30',
      },
    })),
  })
  await addRows(database(), 'deals', [
    deal(1, { plate_id: id(1), agreed_on: '2026-06-09', sold_on: '2026-07-09', invoice_number: '2026-14' }),
    deal(2, { kind: 'purchase', plate_id: id(2), agreed_on: '2026-06-30', sold_on: '2026-06-30' }),
    deal(3, { plate_id: id(3), agreed_on: '2026-06-09', sold_on: '2026-07-09' }),
    deal(4, { outcome: 'lost', ended_at: '2026-07-20T10:00:00Z', is_settled: false }),
  ])
  const paid = (number: number, dealNumber: number, paid_on: string, kind = 'deposit') => ({
    ...{
      id: id(number),
      deal_id: id(dealNumber),
      kind,
      amount: 10_000,
      paid_on,
      method: 'cash',
      person: 'Ann',
    },
  })
  await addRows(database(), 'deal_payments', [
    paid(1, 1, '2026-07-31'),
    paid(2, 1, '2026-08-01'),
    paid(3, 1, '2026-07-31', 'refund'),
    paid(4, 2, '2026-07-01', 'balance'),
    paid(5, 3, '2026-07-31'),
    paid(6, 4, '2026-06-02'),
  ])
  const rows = async (month: string) =>
    (await readAccounts(database(), month)).map(({ day, kind, registration, invoiceNumber, amountPence }) =>
      [day.slice(5), kind, registration, invoiceNumber, amountPence].join(' '),
    )
  expect((await rows('2026-07')).sort()).toEqual([
    '07-01 Payment made AB 2  10000',
    '07-09 Sale AB 1 2026-14 100050',
    '07-09 Sale AB 2  100100',
    '07-20 Held, not decided AB 4  10000',
    '07-31 Payment received AB 1 2026-14 10000',
    '07-31 Refund made AB 1 2026-14 10000',
  ])
  expect((await rows('2026-06')).sort()).toEqual([
    '06-02 Payment received AB 4  10000',
    '06-30 Purchase AB 1  40000',
    '06-30 Purchase AB 2  100050',
  ])
})
