/**
 * `percentile_cont(value, fraction)` as an aggregate of SQLite: the value at that fraction of the sorted
 * values, between two of them in proportion. Nulls do not count; of nothing it is null.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

interface Percentile {
  values: number[]
  fraction: number
}

/** Brings what the views of yearly figures need, where SQLite was built without it. */
export function providePercentile(database: DatabaseSync): void {
  try {
    database.prepare('SELECT percentile_cont(1, 0.5)').get()
  } catch {
    definePercentile(database, 'percentile_cont')
  }
}

export function definePercentile(database: DatabaseSync, name: string): void {
  // Node keeps any value between the steps; its types know only what SQLite can hold.
  database.aggregate<never>(name, {
    start: (): never => ({ values: [], fraction: 0 }) as never,
    step(state: Percentile, value: SQLInputValue, fraction: SQLInputValue): never {
      if (value !== null) state.values.push(Number(value))
      state.fraction = Number(fraction)
      return state as never
    },
    result: valueAt,
  })
}

function valueAt({ values, fraction }: Percentile): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const place = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}
