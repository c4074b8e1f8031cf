// The gate: lint, types and the build, then the suites from the quickest level to the slowest.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { postgrestMissingReason } from '#test/postgrest.ts'
import { otherBrowsersMissing } from './browser.mjs'
import { countInputs, FEWEST_INPUTS } from './fuzz-counts.mjs'

// Every process of the suites reads compiled code from here instead of compiling it again.
process.env.NODE_COMPILE_CACHE ??= `${process.cwd()}/node_modules/.cache/compile`
process.env.TEST_SEED ??= String(Number.parseInt(commit().slice(0, 7), 16))

const results = { passed: 0, failed: 0, skipped: 0 }
/** The first lines of every failure, repeated at the end of the log, which is read first. */
const failures = []
const parts = []
let countedCpuSeconds = cpuSecondsOfChildren()
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

const early = await Promise.all([
  run('lint', 'biome', ['check', '--error-on-warnings']),
  run('types', 'sh', ['-c', 'react-router typegen && react-router typegen desk && tsc && tsc -p desk']),
  run('build', 'node', ['scripts/setup.mjs', 'test']),
])
if (early.some((code) => code !== 0)) finish(false)

// A fresh process for each project: their set-up differs, and the table at the end says what each costs.
const hasHosted = process.env.CONTRACT_URL || !postgrestMissingReason()
const projects = ['unit', 'contract', ...(hasHosted ? ['hosted'] : []), 'integration']
const runInTurn = async (names) => {
  const codes = []
  for (const name of names) codes.push(await runSuite(name))
  return codes
}
const suites = (
  await Promise.all([
    runInTurn(['unit', 'contract']),
    // One process of the tests and one of PostgreSQL, which mostly wait for each other.
    runInTurn(hasHosted ? ['hosted'] : []),
  ])
).flat()
suites.push(await runSuite('integration'))
countSuites()
const fuzzed = countInputs() // read now: Playwright empties the folder
const endToEnd = await run('end-to-end', 'playwright', ['test'])
countEndToEnd()
if (fuzzed < FEWEST_INPUTS) failures.push(`fewer than ${FEWEST_INPUTS} generated inputs were sent.`)
finish([...suites, endToEnd].every((code) => code === 0) && fuzzed >= FEWEST_INPUTS)

function finish(isGood) {
  for (const failure of failures) process.stdout.write(`\nFAILED: ${failure}\n`)
  process.stdout.write('\n')
  for (const { name, seconds, cpuSeconds } of parts)
    process.stdout.write(
      `${name.padEnd(12)} ${seconds.toFixed(0).padStart(5)} s, CPU ${cpuSeconds.toFixed(0)} s\n`,
    )
  const sum = parts.filter(({ name }) => name !== 'build').reduce((total, part) => total + part.cpuSeconds, 0)
  process.stdout.write(`CPU ${sum.toFixed(0)} s in all, the build apart; seed ${process.env.TEST_SEED}\n`)
  const missingBrowsers = otherBrowsersMissing()
  if (missingBrowsers)
    process.stdout.write(`SKIPPED: the journeys in other browsers, since ${missingBrowsers}.\n`)
  const missing = postgrestMissingReason()
  if (missing) process.stdout.write(`SKIPPED: whatever needs PostgreSQL, since ${missing}.\n`)
  const failed = Math.max(results.failed, isGood ? 0 : 1)
  process.stdout.write(`\n${results.passed} passed, ${failed} failed, ${results.skipped} skipped\n`)
  process.exit(isGood ? 0 : 1)
}

function runSuite(project) {
  return run(project, 'vitest', [
    'run',
    `--project=${project}`,
    ...(project === 'integration' ? ['--project=isolated'] : []),
    '--sequence.shuffle.files',
    `--sequence.seed=${process.env.TEST_SEED}`,
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
      const seconds = (performance.now() - began) / 1000
      // A child is counted when it has ended, so that this is right also of two that run at a time.
      const cpuSeconds = cpuSecondsOfChildren() - countedCpuSeconds
      countedCpuSeconds += cpuSeconds
      parts.push({ name, seconds, cpuSeconds })
      const outcome = code === 0 ? 'passed' : 'FAILED'
      process.stdout.write(
        `── ${name}: ${outcome} after ${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s)\n`,
      )
      resolve(code ?? 1)
    })
  })
}

/** User and system time of all processes that have ended below this one, from /proc; NaN on other systems. */
function cpuSecondsOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return Number.NaN
  }
}

/** So that the generated inputs and the order of files differ from commit to commit, and a run can be repeated. */
function commit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return stdout || '0000001'
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
    if (!ok || tests.some(({ status }) => status === 'flaky'))
      note(`${file} › ${title}`, errors.map(({ message }) => message).join('\n'))
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
