import { expect, it } from 'vitest'
import { checklistFor } from './checklist.ts'
import type { Vehicle } from './may-it-go-on.ts'

const TODAY = '2026-11-23'
const CAR: Vehicle = {
  kind: 'car',
  keeper: 'person',
  firstRegistered: '2015-05',
  hasQ: false,
  taxed: 'yes',
  mot: 'yes',
}

const toHaveFirst = (vehicle: Partial<Vehicle>) =>
  checklistFor('AB 1', { ...CAR, ...vehicle }, TODAY).before.join('\n')

it('the checklist has the papers, the vehicle and the day, in order', () => {
  const { before, onTheDay, after } = checklistFor('AB 1', CAR, TODAY)
  expect(before[0]).toBe('The certificate for AB 1, V750 or V778, is to hand and in date.')
  expect([before.length, onTheDay.length, after.length]).toEqual([7, 2, 3])
})
it.each([
  ['2015-05', 'without a gap for the past five years'],
  ['2021-11', 'without a gap for the past five years'],
  ['2021-12', 'without a gap since it was first registered'],
  ['2025-01', 'It has a current MOT, or needs none before January 2028.'],
  ['2023-11', 'It has a current MOT (or heavy goods test).'],
  ['1997-12', 'for a vehicle from before 1998, by post with form V317'],
])('the checklist for a vehicle first registered %s says: %s', (firstRegistered, text) => {
  expect(toHaveFirst({ firstRegistered })).toContain(text)
})
it('the checklist asks for an MOT of every historic vehicle and after a long SORN', () => {
  for (const vehicle of [{ mot: 'historic' }, { taxed: 'long-sorn' }] as const)
    expect(toHaveFirst({ firstRegistered: '2025-01', ...vehicle })).toContain('It has a current MOT (or')
})
it('the checklist does not tell owners of newer vehicles to apply by post', () => {
  expect(toHaveFirst({ firstRegistered: '1998-01' })).not.toContain('V317')
})
