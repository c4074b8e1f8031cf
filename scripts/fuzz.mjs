// `npm run fuzz`: forty times the generated inputs of the gate, from a random seed. FUZZ_SEED repeats a run.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { countInputs, FUZZ_COUNTS } from './fuzz-counts.mjs'

const FEWEST_INPUTS = 100_000

const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
const times = process.env.FUZZ_TIMES ?? '40'
process.stdout.write(`fuzz: seed ${seed}. The same inputs again: FUZZ_SEED=${seed} npm run fuzz\n`)
rmSync(FUZZ_COUNTS, { recursive: true, force: true })

// The random orders of deals are a contract test, since both backends run them.
const projects = ['--project', 'integration', '--project', 'contract']
const files = ['test/fuzz/', 'test/contract/deal-model.test.ts']
const suites = spawn('vitest', ['run', ...projects, '--reporter=dot', ...files], {
  env: { ...process.env, FUZZ_SEED: seed, FUZZ_TIMES: times },
  stdio: ['ignore', 'inherit', 'inherit'],
})
suites.once('error', (error) => {
  process.stderr.write(`vitest: ${error.message}\n`)
  process.exit(1)
})
suites.once('exit', (code) => {
  const fewest = Math.min(1, Number(times) / 40) * FEWEST_INPUTS
  const isEnough = countInputs() >= fewest
  if (!isEnough) process.stdout.write(`FAILED: fewer than ${fewest} generated inputs were sent.\n`)
  process.stdout.write(`fuzz: seed ${seed}\n`)
  process.exit(isEnough ? (code ?? 1) : 1)
})
