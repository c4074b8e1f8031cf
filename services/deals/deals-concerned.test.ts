import { expect, it } from 'vitest'
import { dealsConcerned, dealsLosing, type PlateDeal } from './deals-concerned.ts'
import type { ClaimedPlate } from './standing.ts'

const plate: ClaimedPlate = { registration: '1 KP', status: 'for_sale', dealId: null, reservedFor: null }
const deal = { registration: '1 KP', words: 'has agreed to buy 1 KP', isHolding: true }
const deals: PlateDeal[] = [
  { ...deal, id: 'ash', name: 'Mrs Ash' },
  { ...deal, id: 'box', name: 'Mr Box' },
]
const forAsh = { status: 'reserved', reservedFor: 'Mrs Ash' } as const
const byAsh = { ...forAsh, dealId: 'ash' }

it.each<[what: string, before: Partial<ClaimedPlate>, after: Partial<ClaimedPlate>, concerned: string[]]>([
  ['is sold', {}, { status: 'sold' }, ['ash', 'box']],
  ['is withdrawn', {}, { status: 'withdrawn' }, ['ash', 'box']],
  ['is made a draft', {}, { status: 'draft' }, ['ash', 'box']],
  ['is reserved for nobody of them', {}, { status: 'reserved' }, ['ash', 'box']],
  ['is reserved for one of them by name', {}, forAsh, ['box']],
  ['is reserved for one of them by the deal', {}, byAsh, ['box']],
  ['is sold to one of them by the deal', byAsh, { status: 'sold', dealId: 'ash' }, ['box']],
  ['was reserved for one of them and is sold', byAsh, { status: 'sold' }, ['ash', 'box']],
  ['was reserved for one of them and is for another', forAsh, { ...forAsh, reservedFor: 'Mr Box' }, ['ash']],
  ['stays reserved for the same person', byAsh, byAsh, []],
  ['goes on sale', byAsh, {}, []],
  ['stays off sale', { status: 'withdrawn' }, { status: 'withdrawn' }, []],
])('a plate that %s is taken from the deals that do not get it', (_, before, after, concerned) => {
  const taken = dealsConcerned({ ...plate, ...before }, { ...plate, ...after }, deals)
  expect(taken.map(({ id }) => id)).toEqual(concerned)
})

it.each<[what: string, before: Partial<ClaimedPlate>, after: Partial<ClaimedPlate> | null, losing: string[]]>(
  [
    ['is removed', {}, null, ['ash', 'box']],
    ['gets another registration', {}, { registration: '1 KQ' }, ['ash', 'box']],
    ['goes off sale', byAsh, { status: 'withdrawn' }, ['ash', 'box']],
    ['was reserved for one of them and goes on sale', byAsh, {}, ['ash', 'box']],
    ['was sold by a deal and is reserved for it', { ...byAsh, status: 'sold' }, byAsh, ['ash', 'box']],
    ['stays as it is', byAsh, byAsh, []],
  ],
)('a plate that %s by an undo or an edit is kept for its deals', (_, before, after, losing) => {
  const step = { before: { ...plate, ...before }, after: after && { ...plate, ...after } }
  expect(dealsLosing(step, deals).map(({ id }) => id)).toEqual(losing)
})
