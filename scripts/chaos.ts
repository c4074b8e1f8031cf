// Breaks the built site and prints one line per observation, for the manual. `full` needs root, `clock` needs faketime.
import { describeMachine } from '#bench/machine.ts'
import { breakBackend } from './chaos/backend.ts'
import { setClockBack } from './chaos/clock.ts'
import { corruptDatabase } from './chaos/corrupt.ts'
import type { Observation } from './chaos/fixtures.ts'
import { fillDisk } from './chaos/full.ts'
import { lockDatabase } from './chaos/locked.ts'
import { mixRequests } from './chaos/memory.ts'
import { killAtRandom } from './chaos/sigkill.ts'
import { stopUnderLoad } from './chaos/sigterm.ts'

const SCENARIOS: Record<string, () => AsyncGenerator<Observation>> = {
  backend: breakBackend,
  locked: lockDatabase,
  full: fillDisk,
  corrupt: corruptDatabase,
  sigterm: stopUnderLoad,
  sigkill: killAtRandom,
  clock: setClockBack,
  memory: mixRequests,
}

const requested = process.argv.slice(2)
const names = requested.includes('all') ? Object.keys(SCENARIOS) : requested
if (names.length === 0 || names.some((name) => !(name in SCENARIOS))) {
  console.error(`Usage: node scripts/chaos.ts all, or some of ${Object.keys(SCENARIOS).join(', ')}`)
  process.exit(2)
}

console.log(`${describeMachine()}\n`)
let failed = 0
for (const name of names)
  for await (const { scenario, observed, isOk } of SCENARIOS[name]?.() ?? []) {
    const mark = isOk === null ? 'skipped' : isOk ? 'ok' : 'FAILED'
    console.log(`${mark.padEnd(8)}${scenario.padEnd(48)}${observed}`)
    if (isOk === false) failed += 1
  }
process.exit(failed > 0 ? 1 : 0)
