// What reading a registration costs: the lexicon's load and memory, then the features and the shown readings.
import { setImmediate } from 'node:timers/promises'
import { seedRows } from '../test/seed-sales.ts'
import { quantile } from './statistics.ts'

const LOAD_TARGET_MS = 300
const TARGET_MS = 1

const before = process.memoryUsage().arrayBuffers
const [loadMs, lexicon] = await time(async () => {
  const { readShippedLexicon } = await import('../packages/estimate/data/read-lexicon.ts')
  return readShippedLexicon()
})
await setImmediate()
const heldMb = (process.memoryUsage().arrayBuffers - before) / 1e6
console.log(
  `Lexicon of ${lexicon.wordCount.toLocaleString('en-GB')} words: ${loadMs.toFixed(0)} ms to load (target: under ${LOAD_TARGET_MS}), ${heldMb.toFixed(1)} MB`,
)

const { describeRegistration } = await import('../packages/estimate/features.ts')
const { readings } = await import('../packages/estimate/readings.ts')
const registrations = seedRows('uk').map((row) => (row.plate_number ?? '').replace(/ /g, ''))
await report('features and keys', (registration) => describeRegistration(registration, lexicon))
await report('readings to show', (registration) => readings(registration, lexicon))

async function report(name: string, work: (registration: string) => unknown): Promise<void> {
  for (const registration of registrations) work(registration)
  const times: number[] = []
  for (const registration of registrations) times.push((await time(() => work(registration)))[0])
  console.log(
    `${name} of ${registrations.length} registrations: median ${quantile(times, 0.5).toFixed(2)} ms, 95 % ${quantile(times, 0.95).toFixed(2)} ms, slowest ${quantile(times, 1).toFixed(2)} ms (target: 95 % under ${TARGET_MS})`,
  )
}

async function time<Result>(work: () => Result | Promise<Result>): Promise<[ms: number, result: Result]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}
