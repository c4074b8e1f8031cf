// The inputs of the neural net for a row: standardised values, and one-hot encoded categories ("switches").
import { FEATURES } from '../features.ts'
import { LEARNT_SYSTEMS } from '../shape.ts'

/** Categorical features; -1 means none. */
const CATEGORIES: readonly { feature: string; codes: number }[] = [
  ...['letter1', 'letter2', 'letter3', 'letter4', 'letter5'].map((feature) => ({ feature, codes: 26 })),
  ...['groupLetter1', 'groupLetter2', 'groupLetter3'].map((feature) => ({ feature, codes: 26 })),
  ...['firstFigure', 'secondFigure', 'thirdFigure'].map((feature) => ({ feature, codes: 10 })),
  { feature: 'yearLetter', codes: 21 },
]

const SYSTEMS = LEARNT_SYSTEMS.length
const SYSTEM = FEATURES.indexOf('system')

/** Each category has a one-hot input per code, and one per code and system. */
const PLACED = (() => {
  let first = SYSTEMS
  return CATEGORIES.map(({ feature, codes }) => {
    const column = FEATURES.indexOf(feature)
    if (column < 0) throw new Error(`There is no feature ${feature}`)
    const placed = { column, size: codes + 1, first }
    first += placed.size * (1 + SYSTEMS)
    return placed
  })
})()

const last = PLACED.at(-1) as (typeof PLACED)[number]
export const SWITCH_COUNT = last.first + last.size * (1 + SYSTEMS)
/** The number of one-hot inputs that are on in every row. */
export const ON_COUNT = 1 + 2 * CATEGORIES.length

/** Writes the indexes of a row's active one-hot inputs, computed from its features, starting at `at`. */
export function fillSwitches(features: ArrayLike<number>, on: Int32Array, at: number): void {
  const system = features[SYSTEM] as number
  on[at] = system
  for (const [i, { column, size, first }] of PLACED.entries()) {
    const code = Math.max(0, Math.min(size - 1, (features[column] as number) + 1))
    on[at + 1 + 2 * i] = first + code
    on[at + 2 + 2 * i] = first + size * (1 + system) + code
  }
}
