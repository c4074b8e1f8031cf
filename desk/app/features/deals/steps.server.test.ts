import { expect, test } from 'vitest'
import type { Deal, Payment } from '#services/deals/deal-types.ts'
import type { ShownDeal } from './shown-deal.server.ts'
import { otherStepsOf, stepsOf } from './steps.server.ts'

const DAY = '2026-11-25'

function shown(deal: Partial<Deal>, paid = 0, isReserved = false): ShownDeal {
  const payments = paid > 0 ? [{ kind: 'deposit', amount: paid, method: 'card' } as Payment] : []
  const whole = { kind: 'sale', amount: 100_000, deposit: 20_000, name: 'Mrs Ash', ...NOTHING, ...deal }
  const rest = {
    owed: 100_000 - paid,
    undecided: 0,
    others: [],
    purchases: [],
    standing: 'theirs',
    today: DAY,
  }
  return { deal: whole, payments, isReserved, ...rest } as unknown as ShownDeal
}

const NOTHING = {
  agreedOn: null,
  lapsedOn: null,
  soldOn: null,
  handedOverOn: null,
  outcome: null,
  identitySeenOn: null,
  certificateReceivedOn: null,
  document: null,
  holder: null,
  isOnHold: false,
}
const BOUGHT = { kind: 'purchase', document: 'V778' } as const
const nextOf = (...given: Parameters<typeof shown>) =>
  stepsOf(shown(...given)).find(({ isDone }) => !isDone)?.name

test.each<[next: string, ...Parameters<typeof shown>]>([
  ['agree', {}],
  ['pay', { agreedOn: DAY }, 0, true],
  ['extend', { agreedOn: DAY, lapsedOn: DAY }],
  ['pay', { agreedOn: DAY }, 20_000, true],
  ['sell', { agreedOn: DAY }, 100_000],
  ['pay', { agreedOn: DAY, soldOn: DAY }, 20_000],
  ['hand-over', { agreedOn: DAY, soldOn: DAY }, 100_000],
  ['done', { agreedOn: DAY, soldOn: DAY, handedOverOn: DAY }, 100_000],
  ['papers', { kind: 'purchase', agreedOn: DAY }],
  ['identity', { kind: 'purchase', agreedOn: DAY, document: 'V778' }],
  ['certificate', { kind: 'purchase', agreedOn: DAY, document: 'V778', identitySeenOn: DAY }],
  ['pay', { ...BOUGHT, agreedOn: DAY, identitySeenOn: DAY, certificateReceivedOn: DAY }],
])('The next step of a deal is “%s” for %j, %s paid', (next, ...given) => {
  expect(nextOf(...given)).toBe(next)
})

test('A quote may be held while they decide, and an order extended; neither is the next step', () => {
  const done = (deal: Partial<Deal>, isReserved: boolean) =>
    stepsOf(shown(deal, 0, isReserved)).flatMap(({ name, isDone }) => (isDone ? name : []))
  expect(done({}, false)).toEqual(['reserve'])
  expect(done({}, true)).toEqual(['take back reserve'])
  expect(done({ agreedOn: DAY }, true)).toEqual(['take back agree', 'extend'])
})

test('Of an order whose plate cannot be had, the money alone is left: back, or to another order', () => {
  const gone = { ...shown({ agreedOn: DAY }, 5_000), standing: 'sold', undecided: 5_000 } as ShownDeal
  const names = (others: ShownDeal['others']) => stepsOf({ ...gone, others }).map(({ name }) => name)
  expect(names([])).toEqual(['pay', 'pay'])
  expect(names([{ id: 'd', registration: 'AB 1', amount: 1 } as Deal])).toEqual(['pay', 'move', 'pay'])
})

test.each([
  [0, 'deposit', '£200'],
  [15_000, 'deposit', '£50'],
  [20_000, 'balance', '£800'],
  [110_000, 'refund', '£100'],
])(
  'After %i pence of £1,000 with a deposit of £200 the payment proposed is the %s of %s',
  (paid, kind, amount) => {
    const pay = stepsOf(shown({}, paid)).find(({ name }) => name === 'pay')
    expect(pay?.fields?.slice(0, 2).map(({ value }) => value)).toEqual([kind, amount])
  },
)

test('A deal that has ended can be opened again, and one that is sold is neither lost nor withdrawn', () => {
  const names = (deal: Partial<Deal>) => otherStepsOf(shown(deal)).map(({ name }) => name)
  expect(names({})).toEqual(['reprice', 'accounts', 'pause', 'lose', 'withdraw'])
  expect(names({ soldOn: DAY })).toEqual(['reprice', 'accounts', 'pause'])
  expect(names({ outcome: 'lost' })).toEqual(['accounts', 'reopen'])
})

test.each([
  ['2026-12-12', '2026-12-12'],
  ['2026-11-26', '2026-11-27'],
])(
  'Of a plate that is held until %s the proposed day is %s, which does not shorten it',
  (balanceBy, proposed) => {
    const deal = shown({ agreedOn: DAY, deposit: null, balanceBy })
    const steps = stepsOf({ ...deal, reserveUntil: '2026-11-27' })
    expect(steps.find(({ name }) => name === 'extend')?.fields).toMatchObject([{ value: proposed }])
  },
)
