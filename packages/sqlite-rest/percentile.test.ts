import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { definePercentile } from './percentile.ts'

it.each([[[]], [[7]], [[null]], [[1, 2]], [[5, 1, 3]], [[4, null, 1, 2, 3]], [[10, 10, 1000, 20, 30, 7]]])(
  'our percentile_cont of %j is that of SQLite',
  (values) => {
    const database = new DatabaseSync(':memory:')
    definePercentile(database, 'our_percentile')
    for (const fraction of [0, 0.25, 0.5, 0.75, 1]) {
      const row = database
        .prepare(
          'SELECT our_percentile(value, ?1) AS ours, percentile_cont(value, ?1) AS theirs FROM json_each(?2)',
        )
        .get(fraction, JSON.stringify(values))
      expect(row?.ours).toBe(row?.theirs)
    }
    database.close()
  },
)
