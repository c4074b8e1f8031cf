import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { postgrestMissingReason } from './test/postgrest.ts'

/**
 * Run on both backends, but for two kinds: `*.parity.test.ts` compare them in one run, and tests of services run on the
 * embedded one, since `request-shapes.parity.test.ts` sends the requests of the services to both.
 */
const CONTRACT = 'test/contract/**/*.test.ts'
const SERVICES = 'test/contract/services/**'
const PARITY = '**/*.parity.test.ts'

const missing = process.env.CONTRACT_URL ? null : postgrestMissingReason()
if (missing && process.env.CI)
  throw new Error(`The contract suite runs on both backends in CI, and ${missing}.`)
if (missing)
  process.stderr.write(
    `\n  SKIPPED: the contract suite on PostgreSQL, since ${missing}. The embedded half runs.\n\n`,
  )

/**
 * Each replaces a module before it is loaded, or sets what a module reads once, so it cannot run in a worker that has
 * loaded the module for another file.
 */
const ISOLATED = [
  'test/integration/equal-keys.test.ts',
  'test/people/equal-work.test.ts',
  'test/upgrade-drill-hosted.test.ts',
]

const common = {
  environment: 'node',
  pool: 'forks',
  // Files of one worker share the loaded modules, which halves the CPU time. What they must not share is put back:
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: 'test/restore-clock.ts',
  // For a machine that is busy with something else as well: a test that hangs is found all the same.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
} as const

const contract = {
  ...common,
  setupFiles: [common.setupFiles, 'test/contract/cheap-passwords.ts'],
}

const hosted = {
  test: {
    ...contract,
    name: 'hosted',
    include: [CONTRACT],
    exclude: [SERVICES],
    globalSetup: 'test/contract/start-postgrest.ts',
    env: { CONTRACT_BACKEND: 'hosted' },
    // Each worker has a database, which each of its files empties first. One loads the modules once.
    maxWorkers: 1,
    // After the projects with several workers, where one run has them all.
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig({
  test: {
    globalSetup: 'test/create-databases.ts',
    // On two cores Vitest would use one worker, although many tests mostly wait.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            '{app,cli,content,data,db,desk,packages,server,services,shared,scripts,tools}/**/*.test.ts',
            '*.test.ts',
          ],
        },
      },
      { test: { ...contract, name: 'contract', include: [CONTRACT], exclude: [PARITY] } },
      ...(missing ? [] : [hosted]),
      {
        test: {
          ...common,
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [CONTRACT, 'test/e2e/**', ...ISOLATED],
        },
      },
      { test: { ...common, name: 'isolated', isolate: true, include: ISOLATED } },
    ],
  },
})
