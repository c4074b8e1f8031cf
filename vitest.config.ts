import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { postgrestMissingReason } from './test/postgrest.ts'

/** Runs on both backends; `*.parity.test.ts` compares them in one run. */
const CONTRACT = 'test/contract/**/*.test.ts'

const missing = process.env.CONTRACT_URL ? null : postgrestMissingReason()
if (missing && process.env.CI)
  throw new Error(`The contract suite runs on both backends in CI, and ${missing}.`)
if (missing)
  process.stderr.write(
    `\n  SKIPPED: the contract suite on PostgreSQL, since ${missing}. The embedded half runs.\n\n`,
  )

const common = {
  environment: 'node',
  pool: 'forks',
  // For a machine that is busy with something else as well: a test that hangs is found all the same.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
} as const

const hosted = {
  test: {
    ...common,
    name: 'hosted',
    include: [CONTRACT],
    globalSetup: 'test/contract/start-postgrest.ts',
    env: { CONTRACT_BACKEND: 'hosted' },
    // All files share one database.
    fileParallelism: false,
  },
}

/** Waits for half a minute, so it starts first and the rest runs meanwhile. */
const LONGEST = 'test/chaos/enquiry-chaos.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLongest = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith(LONGEST))
    return (await super.sort(files)).sort((one, other) => isLongest(other) - isLongest(one))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/create-databases.ts',
    sequence: { sequencer: LongestFirst },
    // On two cores Vitest would use one worker, although many tests mostly wait.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...common,
          name: 'embedded',
          include: [
            '{app,cli,content,db,desk,packages,server,services,scripts,test}/**/*.test.ts',
            '*.test.ts',
          ],
          exclude: ['test/e2e/**', '**/*.parity.test.ts'],
        },
      },
      ...(missing ? [] : [hosted]),
    ],
  },
})
