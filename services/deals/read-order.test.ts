import { expect, test } from 'vitest'
import { toTime } from '#data/times.ts'
import type { Deal, Payment } from './deal-types.ts'
import { type Order, toOrder } from './read-order.ts'
import { canHave, STANDINGS, type Standing } from './standing.ts'

const at = (moment: string) => toTime(new Date(moment))

const DEAL: Deal = {
  ...{
    id: 'd',
    enquiryId: 'e',
    reference: 'ENQ-1',
    kind: 'sale',
    registration: 'AB 1',
    plateId: 'p',
    token: 't',
    name: 'Ann Ash',
  },
  amount: 100_000,
  deposit: 20_000,
  includes: null,
  validUntil: '2026-11-27',
  isBesideOthers: false,
  depositDays: 3,
  balanceDays: 14,
  depositBy: '2026-11-24',
  balanceBy: '2026-12-05',
  lapsedOn: null,
  document: null,
  documentNumber: null,
  documentExpiresOn: null,
  holder: null,
  isOnHold: false,
  isSettled: true,
  agreedOn: null,
  soldOn: null,
  ending: null,
  nominee: null,
  vehicleReference: null,
  trackingNumber: null,
  handedOverOn: null,
  identitySeenOn: null,
  certificateReceivedOn: null,
  invoiceNumber: null,
  isKept: false,
  outcome: null,
  lostReason: null,
  endedAt: null,
  createdAt: at('2026-11-20T23:30:00Z'),
  updatedAt: at('2026-11-20T23:30:00Z'),
}
const agreedOn = '2026-11-21'

const paid = (...amounts: number[]): Payment[] =>
  amounts.map((amount) => ({
    id: 'x',
    dealId: 'd',
    kind: amount < 0 ? 'refund' : 'deposit',
    amount: Math.abs(amount),
    ...{
      paidOn: '2026-11-22',
      method: 'bank transfer',
      person: 'Bob',
      createdAt: at('2026-11-22T12:00:00Z'),
    },
    clearedOn: null,
    payer: null,
    note: null,
    otherDeal: null,
  }))

const read = (
  deal: Partial<Deal>,
  payments: Payment[] = [],
  today = '2026-11-27',
  standing: Standing = 'theirs',
) => toOrder({ ...DEAL, ...deal }, payments, { standing, bankDetails: '12-34-56', today })

test.each<[what: string, deal: Partial<Deal>, amounts: number[], Partial<Order>]>([
  ['a quote', {}, [], { state: 'quote', due: 0, wanted: ['answer'] }],
  ['agreed', { agreedOn }, [], { state: 'agreed', due: 20_000, wanted: ['deposit', 'ending'] }],
  [
    'agreed without a deposit',
    { agreedOn, deposit: null },
    [],
    { due: 100_000, wanted: ['balance', 'ending'] },
  ],
  ['a deposit paid in part', { agreedOn }, [5_000], { due: 15_000, wanted: ['deposit', 'ending'] }],
  [
    'a deposit paid',
    { agreedOn, ending: 'vehicle' },
    [20_000],
    { due: 80_000, wanted: ['balance', 'log-book'] },
  ],
  ['a deposit refunded', { agreedOn }, [20_000, -20_000], { paid: 0, due: 20_000 }],
  ['all paid', { agreedOn, ending: 'certificate' }, [100_000], { owed: 0, due: 0, wanted: [] }],
  ['more paid', { agreedOn }, [100_001], { owed: -1, due: 0, wanted: ['ending'] }],
  ['the log book known', { agreedOn, ending: 'vehicle', vehicleReference: '1' }, [100_000], { wanted: [] }],
  [
    'done with a debt',
    { agreedOn, outcome: 'done', endedAt: at('2026-11-25T10:00:00Z') },
    [],
    { state: 'agreed', due: 20_000 },
  ],
  [
    'done and paid',
    { agreedOn, outcome: 'done', endedAt: at('2026-11-25T10:00:00Z') },
    [100_000],
    { state: 'done' },
  ],
  ['lapsed', { agreedOn, lapsedOn: '2026-11-25' }, [], { state: 'lapsed', due: 0, wanted: [] }],
  ['lost', { agreedOn, outcome: 'lost', endedAt: at('2026-11-25T10:00:00Z') }, [], { endedOn: '2026-11-25' }],
])(
  'Bank details are shown only while something is due of what was agreed: %s',
  (_, deal, amounts, expected) => {
    const order = read(deal, paid(...amounts))
    expect(order).toMatchObject(expected)
    expect(order.bankDetails !== null).toBe(order.due > 0)
  },
)

test('A bill is the price, less what is paid, with what is left once it is agreed', () => {
  const sums = (deal: Partial<Deal>) =>
    read({ deposit: null, ...deal }, paid(20_000, -5_000)).bill.map(({ pence }) => pence)
  expect(sums({ agreedOn })).toEqual([100_000, -20_000, 5_000, 85_000])
  expect(sums({ agreedOn, amount: 15_000 })).toEqual([15_000, -20_000, 5_000, 15_000])
  expect(sums({})).toEqual([20_000, -5_000])
})

test('A deposit of the whole price is the price, to be paid by the day of the deposit', () => {
  const whole = { deposit: 100_000 }
  expect(read(whole)).toMatchObject({ deposit: null, balanceDays: 3 })
  const order = read({ ...whole, agreedOn }, paid(20_000))
  expect(order).toMatchObject({ due: 80_000, payBy: '2026-11-24', wanted: ['balance', 'ending'] })
  expect(order.bill.map(({ pence }) => pence)).toEqual([100_000, -20_000, 80_000])
})

test('A quote ends with its last day, whether or not it has been ended yet', () => {
  expect(read({}, [], '2026-11-28')).toMatchObject({ state: 'ended', endedOn: '2026-11-27', wanted: [] })
  expect(read({ outcome: 'expired', endedAt: at('2026-11-28T00:00:30Z') })).toMatchObject({
    endedOn: '2026-11-27',
  })
})

test('An order has neither the notes of the firm nor the reference of the log book', () => {
  const order = read(
    { agreedOn, vehicleReference: 'V5C-SECRET', nominee: 'NOMINEE', lostReason: 'REASON' },
    paid(1),
  )
  expect(JSON.stringify(order)).not.toMatch(/SECRET|NOMINEE|REASON|Bob/)
  expect(order.quotedOn).toBe('2026-11-20')
})

test.each(STANDINGS)('A plate that the buyer cannot have is never paid for: %s', (standing) => {
  const agreed = read({ agreedOn }, paid(5_000), '2026-11-27', standing)
  expect([agreed.due > 0, agreed.bankDetails !== null, agreed.wanted.length > 0]).toEqual(
    Array(3).fill(canHave(standing)),
  )
  const quoted = read({}, [], '2026-11-27', standing)
  expect(quoted.wanted.includes('answer')).toBe(canHave(standing))
})
