import { WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { searchStock } from '#shared/plates/search/plate-search.ts'
import { viewStock } from '#shared/plates/search/plate-view.ts'
import { GOLDEN } from '#test/fixtures/golden-searches.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { quantile } from './statistics.ts'

const PLATES = 10_000
const TARGET_MS = 50

const stock = makeStock(PLATES)
const cold = time(() => searchStock(stock, 'heaven'))
const queries = [...new Set(GOLDEN.map(([typed]) => typed)), 'a', 'al', 'xqzzj', 'david smith', 'christopher']
const times = queries.map((typed) => time(() => searchStock(stock, typed)))
const sorts = (['cheapest', 'shortest', 'a-z'] as const).map((sort) =>
  time(() => viewStock(stock, { ...WHOLE_STOCK, sort })),
)

console.log(
  `${queries.length} searches over ${PLATES.toLocaleString('en-GB')} plates (target: under ${TARGET_MS} ms)`,
)
console.log(`  first, with the index: ${cold.toFixed(1)} ms`)
console.log(
  `  median ${quantile(times, 0.5).toFixed(1)} ms, 95 % ${quantile(times, 0.95).toFixed(1)} ms, slowest ${quantile(times, 1).toFixed(1)} ms`,
)
console.log(`  sorted otherwise, whole: ${sorts.map((ms) => ms.toFixed(1)).join(', ')} ms`)

function time(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
