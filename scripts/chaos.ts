/**
 * Chaos tests of the built site: injects faults and prints one line per observation, for the manual.
 *   node scripts/chaos.ts all
 *   node scripts/chaos.ts backend locked full corrupt sigterm sigkill clock memory
 * `full` needs root to mount a small disk, `clock` needs Debian's package faketime; otherwise they are skipped.
 */
import { cpus, totalmem } from 'node:os'
import { breakBackend } from './chaos/backend.ts'
import { setClockBack } from './chaos/clock.ts'
import { corruptDatabase } from './chaos/corrupt.ts'
import { fillDisk } from './chaos/full.ts'
import { lockDatabase } from './chaos/locked.ts'
import { mixRequests } from './chaos/memory.ts'
import type { Seen } from './chaos/seen.ts'
import { killAtRandom } from './chaos/sigkill.ts'
import { stopUnderLoad } from './chaos/sigterm.ts'

const FAULTS: Record<string, () => AsyncGenerator<Seen>> = {
  backend: breakBackend,
  locked: lockDatabase,
  full: fillDisk,
  corrupt: corruptDatabase,
  sigterm: stopUnderLoad,
  sigkill: killAtRandom,
  clock: setClockBack,
  memory: mixRequests,
}

const asked = process.argv.slice(2)
const names = asked.includes('all') ? Object.keys(FAULTS) : asked
if (names.length === 0 || names.some((name) => !(name in FAULTS))) {
  console.error(`Usage: node scripts/chaos.ts all, or some of ${Object.keys(FAULTS).join(', ')}`)
  process.exit(2)
}

const { model = 'unknown processor' } = cpus()[0] ?? {}
console.log(
  `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
let failed = 0
for (const name of names)
  for await (const { fault, seen, isGood } of FAULTS[name]?.() ?? []) {
    const mark = isGood === null ? 'skipped' : isGood ? 'good' : 'BAD'
    console.log(`${mark.padEnd(8)}${fault.padEnd(48)}${seen}`)
    if (isGood === false) failed += 1
  }
process.exit(failed > 0 ? 1 : 0)
