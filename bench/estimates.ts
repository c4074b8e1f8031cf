// The cost and accuracy of estimates: loading time and memory of the model, a single estimate, the page and the JSON of
// a registration without the page cache, and the complete rolling backtest if the result lists are available.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { seedRows } from '#test/seed-sales.ts'
import { describeMachine } from './machine.ts'
import { startServer } from './start-site.ts'
import { quantile } from './statistics.ts'

const LISTS = ['../shared/data/dvla-results.csv', '../shared/data/dvla-history.csv']
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const ADDRESSES = 1_000

console.log(describeMachine())
const registrations = seedRows('uk').map((row) => (row.plate_number ?? '').replace(/ /g, ''))

const residentBefore = process.memoryUsage().rss
const began = performance.now()
const { loadModel } = await import('#services/estimates/load-model.ts')
const { MODEL_FOLDER } = await import('#services/estimates/model-folder.ts')
const estimator = (await loadModel(MODEL_FOLDER)).create()
const loadMs = performance.now() - began
estimator.estimate('SAM123')
const heldMb = (process.memoryUsage().rss - residentBefore) / 1e6
console.log(
  `Model and lexicon: ${loadMs.toFixed(0)} ms to load (target: under 400), ${heldMb.toFixed(0)} MB (target: under 80)`,
)
for (const registration of registrations) estimator.estimate(registration)
report('estimate alone', 3, await timeEach(registrations, (registration) => estimator.estimate(registration)))

const site = await startServer({ NODE_ENV: 'production' })
await fetch(`${site.address}/registration/SAM123`)
for (const [name, ending, targetMs] of [
  ['page of a registration, not cached', '', 25],
  ['the same as JSON', '.json', 15],
] as const) {
  const addresses = Array.from(
    { length: ADDRESSES },
    (_, i) => `${site.address}/registration/${nth(i)}${ending}`,
  )
  const ask = async (address: string) => void (await (await fetch(address)).text())
  await timeEach(
    addresses.slice(0, 100).map((address) => address.replace('/A', '/B')),
    ask,
  )
  report(name, targetMs, await timeEach(addresses, ask))
}
await site.stop()

if (LISTS.every((list) => existsSync(list))) {
  const sales = LISTS.flatMap((list) => ['--sales', list])
  const backtest = ['office.mjs', 'estimate', 'backtest', ...sales, '--train-to', '2025-02', '--rolling']
  console.log('Rolling origins, March to November 2025 (some twenty minutes):')
  spawnSync(process.execPath, backtest, { stdio: ['ignore', 'inherit', 'ignore'] })
} else console.log(`Rolling origins: skipped, since the lists are not there (${LISTS.join(', ')}).`)

/** 'A1AAA', 'A2AAA' … 'A1BAA': distinct lawful registrations. */
function nth(index: number): string {
  const letter = (place: number) => LETTERS[Math.floor(index / place) % LETTERS.length]
  return `A${1 + (index % 99)}${letter(99)}${letter(23)}${letter(7)}`
}

async function timeEach<Item>(items: readonly Item[], work: (item: Item) => unknown): Promise<number[]> {
  const times: number[] = []
  for (const item of items) {
    const from = performance.now()
    await work(item)
    times.push(performance.now() - from)
  }
  return times
}

function report(name: string, targetMs: number, times: readonly number[]): void {
  const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
  console.log(`${name}, ${times.length} times: p50 ${half} ms, p95 ${most} ms (target: p95 ${targetMs})`)
}
