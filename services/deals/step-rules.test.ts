import { expect, test } from 'vitest'
import { mayTake, STEP_NAMES, stepRule } from './deal-steps.ts'
import type { Stage } from './deal-types.ts'

const DAY = '2026-11-20'
const NOTHING = { agreedOn: null, lapsedOn: null, soldOn: null, handedOverOn: null, outcome: null }
const AT: Record<Stage, Partial<Parameters<typeof mayTake>[0]>> = {
  open: {},
  agreed: { agreedOn: DAY },
  lapsed: { agreedOn: DAY, lapsedOn: DAY },
  sold: { agreedOn: DAY, soldOn: DAY },
  'handed-over': { agreedOn: DAY, soldOn: DAY, handedOverOn: DAY },
  done: { agreedOn: DAY, soldOn: DAY, outcome: 'done' },
  lost: { outcome: 'lost' },
  withdrawn: { outcome: 'withdrawn' },
  expired: { outcome: 'expired' },
}
const allowed = (kind: 'sale' | 'purchase', stage: Stage) =>
  STEP_NAMES.filter((name) => mayTake({ kind, ...NOTHING, ...AT[stage] }, name))

const RUNNING = ['exchange', 'pause', 'resume', 'share']
const MONEY = ['accounts', 'clear', 'pay', 'take back pay']
const SALE: Record<Stage, string[]> = {
  open: [
    ...RUNNING,
    'agree',
    'hand-over',
    'lose',
    'move',
    'reprice',
    'reserve',
    'sell',
    'take back reserve',
    'withdraw',
  ],
  agreed: [
    ...RUNNING,
    'extend',
    'hand-over',
    'lose',
    'move',
    'reprice',
    'sell',
    'take back agree',
    'withdraw',
  ],
  lapsed: [
    ...RUNNING,
    'extend',
    'hand-over',
    'lose',
    'move',
    'reprice',
    'sell',
    'take back agree',
    'withdraw',
  ],
  sold: [...RUNNING, 'done', 'hand-over', 'move', 'reprice', 'take back sell'],
  'handed-over': [...RUNNING, 'done', 'move', 'reprice', 'take back hand-over'],
  done: ['exchange', 'move', 'reopen', 'share'],
  lost: ['keep', 'move', 'reopen'],
  withdrawn: ['move', 'reopen'],
  expired: ['move', 'reopen'],
}

test.each(Object.entries(SALE))('A sale that is %s takes these steps alone', (stage, steps) => {
  expect(allowed('sale', stage as Stage).sort()).toEqual([...MONEY, ...steps].sort())
})

test.each(Object.keys(AT) as Stage[])('A purchase that is %s takes no step of a sale', (stage) => {
  const sales: string[] = STEP_NAMES.filter((name) => stepRule(name).kind === 'sale')
  expect(allowed('purchase', stage).filter((name) => sales.includes(name))).toEqual([])
})
