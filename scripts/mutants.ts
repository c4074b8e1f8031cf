/**
 * Says which test kills each mutant of test/mutants, a small fault in a copy of the checkout, and at which level:
 * npm run mutants -- [numbers or parts of titles] [--level unit,contract] [--base <revision>] [--jobs 2] [--only <parts of test files>] [--list]
 * The copy has what is committed. An interrupted run goes on where it ended, since results are kept (--results).
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEALS } from '#test/mutants/deals.ts'
import { DRAWN } from '#test/mutants/drawn.ts'
import { INTERFACE } from '#test/mutants/interface.ts'
import type { Mutant } from '#test/mutants/mutant.ts'
import { RULES } from '#test/mutants/rules.ts'
import { Copy, type Killer, LEVELS, type Level } from './mutants/copy.ts'

interface Result {
  title: string
  base: string
  /** Null for a survivor. */
  killer: Killer | null
  /** The levels that were run. */
  levels: Level[]
  seconds: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    level: { type: 'string', default: LEVELS.join() },
    base: { type: 'string', default: 'HEAD' },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string', default: 'test-results/mutants.jsonl' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})
const levels = LEVELS.filter((level) => values.level.split(',').includes(level))
const all = [...RULES, ...DEALS, ...INTERFACE, ...DRAWN].map((mutant, index) => ({
  ...mutant,
  number: index + 1,
}))
const chosen = all.filter(
  ({ number, title }) =>
    positionals.length === 0 ||
    positionals.some((wanted) => {
      const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(wanted) ?? []
      return from ? number >= Number(from) && number <= Number(to ?? from) : title.includes(wanted)
    }),
)
if (values.list) {
  for (const { number, title } of chosen) process.stdout.write(`${number} ${title}\n`)
  process.exit()
}

const base = execFileSync('git', ['rev-parse', '--short', values.base], { encoding: 'utf8' }).trim()
const known = readResults()
const isKnown = ({ title }: Mutant) =>
  known.some(
    (result) =>
      result.title === title && (result.killer || levels.every((level) => result.levels.includes(level))),
  )
const waiting = chosen.filter((mutant) => !isKnown(mutant))
await Promise.all(Array.from({ length: Number(values.jobs) }, (_, index) => work(index)))
const results = readResults()
for (const { number, title } of chosen) {
  const ofMutant = results.filter((result) => result.title === title)
  const killer = ofMutant.find((result) => result.killer)?.killer
  const seconds = ofMutant.reduce((sum, result) => sum + result.seconds, 0)
  const survived =
    ofMutant.length > 0 ? `SURVIVED ${ofMutant.flatMap((result) => result.levels).join(', ')}` : 'NOT RUN'
  process.stdout.write(
    `| ${number} | ${title} | ${killer?.level ?? survived} | ${(killer?.test ?? '').replaceAll('|', '\\|')} | ${Math.round(seconds)} |\n`,
  )
}

function readResults(): Result[] {
  if (!existsSync(values.results)) return []
  const lines = readFileSync(values.results, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Result).filter((result) => result.base === base)
}

async function work(index: number): Promise<void> {
  if (waiting.length === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-mutants-'))
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(1)
    })
  const copy = new Copy(join(folder, 'copy'), index, { base, only: values.only.split(',').filter(Boolean) })
  try {
    await copy.make()
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const began = performance.now()
      const { killer, ran } = await copy.test(mutant, levels)
      const seconds = (performance.now() - began) / 1000
      const result: Result = { title: mutant.title, base, killer, levels: values.only ? [] : ran, seconds }
      appendFileSync(values.results, `${JSON.stringify(result)}\n`)
      process.stdout.write(
        `${mutant.number} ${mutant.title} ${killer?.level ?? 'SURVIVED'} ${killer?.test ?? ran}\n`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
