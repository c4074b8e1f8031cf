import { expect, test } from 'vitest'
import * as estimate from '#packages/estimate/look-alikes.ts'
import {
  COSTS,
  FIGURE_COSTS,
  FIGURE_SOUNDS,
  LETTER_COSTS,
  PAIR_COSTS,
} from '#shared/registration/look-alikes.ts'

const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

function costsIn(looks: estimate.LookAlikes[]): Record<string, Record<string, number>> {
  const named = CHARACTERS.map((character, code) => {
    const { letters = [], costs = [] } = looks[code] ?? {}
    return [character, Object.fromEntries([...letters].map((letter, i) => [CHARACTERS[letter], costs[i]]))]
  })
  return Object.fromEntries(named.filter(([, costs]) => Object.keys(costs ?? {}).length > 0))
}

// The package imports nothing of the site, so each has its own table.
test('estimates and searches use the same costs of look-alikes, except for O as Q', () => {
  const { Q: _, ...letterO } = LETTER_COSTS.O ?? {}
  expect(costsIn(estimate.LOOK_ALIKES)).toEqual({ ...FIGURE_COSTS, ...LETTER_COSTS, O: letterO })
  const pairs = Object.entries(costsIn(estimate.AFTER_ONE)).map(([next, costs]) => [`1${next}`, costs])
  expect(Object.fromEntries(pairs)).toEqual(PAIR_COSTS)
  const sounds = CHARACTERS.map((character, code) => [
    character,
    (estimate.SOUNDS_OF[code] ?? []).map((sound) => [...sound].map((letter) => CHARACTERS[letter]).join('')),
  ])
  expect(Object.fromEntries(sounds.filter(([, said]) => said && said.length > 0))).toEqual(FIGURE_SOUNDS)
  expect([
    estimate.SOUND_COST,
    estimate.REPEAT_COST,
    estimate.LOOKED_OVER_COST,
    estimate.MISSING_COST,
  ]).toEqual([COSTS.sound, COSTS.repeat, COSTS.lookedOver, COSTS.missing])
})
