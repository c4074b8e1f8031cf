/** For builds of SQLite without `percentile_cont`. As in PostgreSQL it interpolates and ignores nulls. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

interface Percentile {
  values: number[]
  fraction: number
}

export function providePercentile(database: DatabaseSync): void {
  try {
    database.prepare('SELECT percentile_cont(1, 0.5)').get()
  } catch {
    definePercentile(database, 'percentile_cont')
  }
}

export function definePercentile(database: DatabaseSync, name: string): void {
  // Node passes any state from step to step; its types allow SQL values only.
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
  const position = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(position)] as number
  const above = sorted[Math.ceil(position)] as number
  return below + (above - below) * (position - Math.floor(position))
}
