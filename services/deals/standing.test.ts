import { expect, test } from 'vitest'
import { PLATE_STATUSES, type PlateStatus } from '../stock/plate-status.ts'
import { type ClaimedPlate, canHave, isUnavailable, STANDINGS, standingOf } from './standing.ts'

const DEAL = { id: 'ann', name: 'Ann', registration: 'AB 1' }
const HOLDING = { kind: 'sale', agreedOn: '2026-11-20', lapsedOn: null, outcome: null } as const
const BOB = { ...HOLDING, id: 'bob' }

/** Whom the stock names: the deal, another deal, a person of the buyer's name, another name, nobody. */
const HOLDERS = {
  'this deal': { dealId: 'ann', reservedFor: 'Ann' },
  'another deal': { dealId: 'bob', reservedFor: 'Ann' },
  'their name': { dealId: null, reservedFor: 'Ann' },
  'another name': { dealId: null, reservedFor: 'Bob' },
  nobody: { dealId: null, reservedFor: null },
} satisfies Record<string, Partial<ClaimedPlate>>

type Row = readonly [theirs: string, otherDeal: string, theirName: string, otherName: string, nobody: string]

/** For each status: without another deal, and beside one that has agreed. */
const TABLE: Record<PlateStatus, { alone: Row; beside: Row }> = {
  draft: {
    alone: ['free', 'free', 'free', 'free', 'free'],
    beside: ['agreed', 'agreed', 'agreed', 'agreed', 'agreed'],
  },
  for_sale: {
    alone: ['free', 'free', 'free', 'free', 'free'],
    beside: ['agreed', 'agreed', 'agreed', 'agreed', 'agreed'],
  },
  reserved: {
    alone: ['theirs', 'reserved', 'theirs', 'reserved', 'reserved'],
    beside: ['agreed', 'agreed', 'agreed', 'agreed', 'agreed'],
  },
  sold: {
    alone: ['theirs', 'sold', 'sold', 'sold', 'sold'],
    beside: ['theirs', 'sold', 'sold', 'sold', 'sold'],
  },
  withdrawn: {
    alone: ['withdrawn', 'withdrawn', 'withdrawn', 'withdrawn', 'withdrawn'],
    beside: ['withdrawn', 'withdrawn', 'withdrawn', 'withdrawn', 'withdrawn'],
  },
}

test.each(PLATE_STATUSES)('What a plate is to a deal, for every holder of one that is %s', (status) => {
  const standings = (others: readonly (typeof BOB)[]) =>
    Object.values(HOLDERS).map((holder) =>
      standingOf(DEAL, { registration: 'AB 1', status, ...holder }, others),
    )
  expect(standings([])).toEqual(TABLE[status].alone)
  expect(standings([BOB])).toEqual(TABLE[status].beside)
})

test.each([
  ['itself', { ...HOLDING, id: 'ann' }],
  ['one that has lapsed', { ...BOB, lapsedOn: '2026-11-24' }],
  ['one that has ended', { ...BOB, outcome: 'lost' as const }],
  ['an open quote', { ...BOB, agreedOn: null }],
  ['a purchase', { ...BOB, kind: 'purchase' as const }],
])('A plate for sale is not kept from a deal by %s', (_, other) => {
  const plate = { registration: 'AB 1', status: 'for_sale', dealId: null, reservedFor: null } as const
  expect(standingOf(DEAL, plate, [other])).toBe('free')
})

test('A plate that was removed, or has another registration now, is gone', () => {
  expect(standingOf(DEAL, null, [])).toBe('gone')
  const renamed = { registration: 'AB 2', status: 'reserved', dealId: 'ann', reservedFor: 'Ann' } as const
  expect(standingOf(DEAL, renamed, [])).toBe('gone')
})

test('Whoever cannot have the plate of a sale that goes on is told so; what was handed over, or has ended, stays as it is', () => {
  const sale = { kind: 'sale', outcome: null, handedOverOn: null } as const
  const blocked = STANDINGS.filter((standing) => isUnavailable(sale, standing))
  expect(blocked).toEqual(STANDINGS.filter((standing) => !canHave(standing)))
  expect(blocked).toEqual(['reserved', 'agreed', 'sold', 'withdrawn', 'gone'])
  for (const other of [{ handedOverOn: '2026-11-25' }, { outcome: 'done' }, { kind: 'purchase' }] as const)
    expect(STANDINGS.filter((standing) => isUnavailable({ ...sale, ...other }, standing))).toEqual([])
})
