import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { postgrestMissingReason } from '../test/postgrest.ts'
import { countInputs } from './fuzz-counts.mjs'

const FEWEST_INPUTS = 10_000

const results = { passed: 0, failed: 0, skipped: 0 }
/** The first lines of every failure, repeated at the end of the log, which is read first. */
const failures = []
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

const early = await Promise.all([
  run('lint', 'biome', ['check', '--error-on-warnings']),
  run('types', 'sh', ['-c', 'react-router typegen && react-router typegen desk && tsc && tsc -p desk']),
])
// Vitest would begin with the files of the second project, which run one by one, after all the others have ended.
const hasHosted = process.env.CONTRACT_URL || !postgrestMissingReason()
const projects = hasHosted ? ['embedded', 'hosted'] : ['embedded']
const suites = Math.max(...(await Promise.all(projects.map(runSuites))))
countSuites()
const fuzzed = countInputs() // read now: Playwright empties the folder
const endToEnd = await run('end-to-end', 'playwright', ['test'])
countEndToEnd()

const isGood = [...early, suites, endToEnd].every((code) => code === 0) && fuzzed >= FEWEST_INPUTS
for (const failure of failures) process.stdout.write(`\nFAILED: ${failure}\n`)
process.stdout.write(`\n${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped\n`)
const missing = postgrestMissingReason()
if (missing) {
  const suites = process.env.CONTRACT_URL ? 'the full flow' : 'the contract suite and the full flow'
  process.stdout.write(`SKIPPED: ${suites} on PostgreSQL, since ${missing}.\n`)
}
if (fuzzed < FEWEST_INPUTS)
  process.stdout.write(`FAILED: fewer than ${FEWEST_INPUTS} generated inputs were sent.\n`)
process.exit(isGood ? 0 : 1)

function runSuites(project) {
  return run(`suites, ${project}`, 'vitest', [
    'run',
    `--project=${project}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=test-results/suites-${project}.json`,
  ])
}

function run(name, command, args) {
  const began = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', (error) => {
      process.stderr.write(`${name}: ${error.message}\n`)
      resolve(1)
    })
    child.once('exit', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`)
      resolve(code ?? 1)
    })
  })
}

/** Counts a test that runs on both backends once, and as failed if either run fails. */
function countSuites() {
  const testResults = projects.flatMap(
    (project) => readJson(`test-results/suites-${project}.json`).testResults ?? [],
  )
  const statuses = new Map()
  for (const { name, status, message, assertionResults } of testResults) {
    if (status === 'failed' && assertionResults.length === 0) {
      statuses.set(name, ['failed'])
      note(relative('.', name), message)
    }
    const seen = new Map()
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') note(`${relative('.', name)} › ${fullName}`, failureMessages?.join('\n'))
      const nth = (seen.get(fullName) ?? 0) + 1
      seen.set(fullName, nth)
      const test = `${name}\0${fullName}\0${nth}`
      statuses.set(test, [...(statuses.get(test) ?? []), status])
    }
  }
  for (const runs of statuses.values()) {
    if (runs.includes('failed')) add(0, 1, 0)
    else if (runs.includes('passed')) add(1, 0, 0)
    else add(0, 0, 1)
  }
}

function countEndToEnd() {
  const { stats, suites = [] } = readJson('test-results/journeys.json')
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  add(expected, unexpected + flaky, skipped)
  for (const suite of suites) noteJourneys(suite)
}

function noteJourneys({ specs = [], suites = [] }) {
  for (const { file, title, ok, tests } of specs) {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
    if (!ok) note(`${file} › ${title}`, errors.map(({ message }) => message).join('\n'))
  }
  for (const suite of suites) noteJourneys(suite)
}

function note(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 12)
  failures.push([name, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n'))
}

function add(passed, failed, skipped) {
  results.passed += passed
  results.failed += failed
  results.skipped += skipped
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
