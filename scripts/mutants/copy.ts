import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from '#test/mutants/mutant.ts'
import { BUILD_STAMP, findBuildProblem, hashOfSources } from '../build-state.mjs'
import { productFiles } from './product-files.ts'

/** From the quickest to the slowest. */
export const LEVELS = ['unit', 'contract', 'integration', 'end-to-end'] as const
export type Level = (typeof LEVELS)[number]

export interface Killer {
  level: Level
  /** Its file and title. */
  test: string
}

const ROOT = process.cwd()

/** A copy of the checkout at a revision, with the packages and the build, in which one mutant after the other is tested. */
export class Copy {
  readonly #root: string
  readonly #base: string
  readonly #only: readonly string[]
  readonly #env: NodeJS.ProcessEnv
  #isBuiltFromMutant = false

  /** @param options.only parts of the names of test files; empty for all that may see a mutant */
  constructor(root: string, index: number, { base, only }: { base: string; only: readonly string[] }) {
    this.#root = root
    this.#base = base
    this.#only = only
    this.#env = {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      TEST_SEED: '1',
      JOURNEYS_PORT: String(Number(process.env.JOURNEYS_PORT ?? 3987) + index),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, 'test-results/journeys.json'),
    }
  }

  async make(): Promise<void> {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, this.#root])
    execFileSync('git', ['checkout', '--quiet', '--detach', this.#base], { cwd: this.#root })
    await this.#run('cp', ['-al', join(ROOT, 'node_modules'), 'node_modules'])
    // Written to in place, which would reach through the links.
    await this.#run('rm', ['-rf', 'node_modules/.vite', 'node_modules/.vite-temp', 'node_modules/.cache'])
    if (existsSync('build')) await this.#run('cp', ['-a', join(ROOT, 'build'), 'build'])
    if (findBuildProblem(this.#root) && (await this.#run('node', ['scripts/setup.mjs', 'build'])) !== 0)
      throw new Error('The revision itself cannot be built')
    await this.#run('cp', ['-a', 'build', 'build.clean'])
  }

  /** @returns the first killer, and the levels that were run */
  async test(
    { find, replace, spec }: Mutant,
    levels: readonly Level[],
  ): Promise<{ killer: Killer | null; ran: Level[] }> {
    const hits = productFiles(this.#root).filter(({ text }) => text.includes(find))
    const [hit] = hits
    if (!hit || hits.length > 1) return { killer: null, ran: [] } // the revision does not have it
    const { path, text } = hit
    const ran: Level[] = []
    const mutated = text.replace(find, () => replace)
    writeFileSync(join(this.#root, path), mutated)
    try {
      for (const level of levels) {
        ran.push(level)
        const fault = await this.#buildMutant(level, path, spec)
        if (fault) return { killer: { level, test: fault }, ran }
        const test = await (level === 'end-to-end' ? this.#playwright(spec) : this.#suites(level, path))
        if (test) return { killer: { level, test }, ran }
      }
      return { killer: null, ran }
    } finally {
      writeFileSync(join(this.#root, path), text)
      if (this.#isBuiltFromMutant)
        await this.#run('cp', ['-a', '--remove-destination', 'build.clean/.', 'build'])
      this.#isBuiltFromMutant = false
    }
  }

  /** The first failing test of a level below the end-to-end tests. */
  async #suites(level: Level, path: string): Promise<string | null> {
    const isCode = /\.tsx?$/.test(path)
    const isBuilt = /^(?:app|desk|content)\//.test(path)
    const related = ['related', '--run', path]
    if (this.#only.length > 0) {
      const project = path.startsWith('supabase/') ? 'hosted' : level
      return this.#vitest(['run', ...this.#only, `--project=${project}`])
    }
    switch (level) {
      case 'unit':
        return isCode ? this.#vitest([...related, '--project=unit']) : null
      case 'contract': {
        if (path.startsWith('supabase/')) return this.#vitest(['run', '--project=hosted'])
        if (!isCode && !path.startsWith('db/')) return null
        const embedded = await this.#vitest([...(isCode ? related : ['run']), '--project=contract'])
        const isContract = /^(?:db|packages\/sqlite-rest)\//.test(path)
        return embedded ?? (isContract ? this.#vitest(['run', '--project=hosted', 'parity']) : null)
      }
      default: {
        // Tests of pages run the build, which the module graph does not show.
        const near = isCode && !isBuilt ? related : ['run', 'test/integration']
        const killer = await this.#vitest([...near, '--project=integration'])
        return killer ?? this.#vitest(['run', '--project=integration'])
      }
    }
  }

  /** Confirms a failure, by its file alone if it has one: a busy machine fails tests of times and queues now and then. */
  async #vitest([command = '', ...args]: string[]): Promise<string | null> {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const failure = await this.#firstFailure([command, ...args])
      if (failure === null) return null
      const [file = ''] = failure.split(': ')
      const project = args.find((arg) => arg.startsWith('--project=')) ?? ''
      const again = existsSync(join(this.#root, file)) ? ['run', file, project] : [command, ...args]
      const confirmed = await this.#firstFailure(again)
      if (confirmed) return confirmed
    }
    return null
  }

  async #firstFailure(args: string[]): Promise<string | null> {
    const output = 'test-results/mutant.json'
    const reporters = ['--reporter=json', `--outputFile=${output}`, '--bail=1', '--passWithNoTests']
    rmSync(join(this.#root, output), { force: true })
    if ((await this.#run('node', ['node_modules/vitest/vitest.mjs', ...args, ...reporters])) === 0)
      return null
    const { testResults = [] } = this.#readJson(output)
    const fileOf = ({ name }: SuiteResult) => name.slice(this.#root.length + 1)
    for (const file of testResults as SuiteResult[]) {
      const failed = file.assertionResults.find(({ status }) => status === 'failed')
      if (failed) return `${fileOf(file)}: ${failed.fullName}`
    }
    // Without a message, the failure of another file has ended the run before this one.
    const broken = (testResults as SuiteResult[]).find(
      ({ status, message }) => status === 'failed' && message,
    )
    if (broken) return `${fileOf(broken)}: ${broken.message.split('\n')[0]}`
    return 'the run as a whole'
  }

  async #playwright(spec?: string): Promise<string | null> {
    const hinted = spec && existsSync(join(this.#root, 'test/e2e', spec)) ? [`test/e2e/${spec}`] : []
    const only = this.#only.length > 0 ? this.#only : hinted
    const args = [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...only,
      '--reporter=json',
      '-x',
      '--timeout=60000',
    ]
    if ((await this.#run('node', args)) === 0) return null
    const failedIn = ({ specs = [], suites = [] }: PlaywrightSuite): string | undefined => {
      const failed = specs.find(({ ok, tests }) => !ok && tests.some(({ status }) => status === 'unexpected'))
      return failed ? `${failed.file}: ${failed.title}` : suites.map(failedIn).find(Boolean)
    }
    const report = this.#readJson('test-results/journeys.json')
    const failed = failedIn(report)
    if (!failed) throw new Error(report.errors?.[0]?.message ?? 'Playwright failed without a failing test')
    return failed
  }

  /**
   * Builds the applications that contain the file, once there are tests that need it; other tests only refuse a build
   * that is older than the sources.
   * @returns why they cannot be built
   */
  async #buildMutant(level: Level, path: string, spec = ''): Promise<string | null> {
    const needsBuild = level === 'integration' || level === 'end-to-end'
    const isTested = (part: '.' | 'desk') =>
      level !== 'end-to-end' || spec === '' || spec.startsWith('desk') === (part === 'desk')
    const parts = [
      ...(/^(?:app|content|site\.config)/.test(path) && isTested('.') ? ['.'] : []),
      ...(/^(?:app|desk|services|site\.config)/.test(path) && isTested('desk') ? ['desk'] : []),
    ]
    if (needsBuild && !this.#isBuiltFromMutant)
      for (const part of parts) {
        this.#isBuiltFromMutant = true
        // Into a folder of its own, since React Router empties the one that it builds into.
        if ((await this.#run('env', ['BUILD_DIRECTORY=build.next', 'react-router', 'build', part])) !== 0)
          return `the build of ${part}`
        await this.#run('node', ['scripts/precompress.mjs', join('build.next', part)])
        await this.#run('cp', [
          '-a',
          '--remove-destination',
          `${join('build.next', part)}/.`,
          join('build', part),
        ])
      }
    if (needsBuild && (await this.#run('vite', ['build', '--config', 'server/vite.config.ts'])) !== 0)
      return 'the bundle of the server'
    writeFileSync(join(this.#root, 'build', BUILD_STAMP), hashOfSources(this.#root))
    return null
  }

  // biome-ignore lint/suspicious/noExplicitAny: reports of two programs, of which a few fields are read
  #readJson(path: string): any {
    const file = join(this.#root, path)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }

  #run(command: string, args: string[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.#root,
        env: this.#env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  }
}

interface SuiteResult {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string }[]
}

interface PlaywrightSuite {
  specs?: { file: string; title: string; ok: boolean; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}
