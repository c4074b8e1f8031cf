// `npm run test:changed [-- REVISION]`: for a change since REVISION (default: HEAD) within a minute or two lint, types, the unit tests
// that import it, and the suites that are named after its features. All others import the whole site: `npm test` runs them.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'

process.env.NODE_COMPILE_CACHE ??= `${process.cwd()}/node_modules/.cache/compile`
const revision = process.argv[2] ?? 'HEAD'
const changed = [
  ...linesOf('git', ['diff', '--name-only', revision]),
  ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
].filter((path) => existsSync(path))

/** 'services/deals/read-step.ts' and 'desk/app/features/deals/steps.server.ts' → 'deal' */
const features = new Set(
  changed.flatMap((path) => {
    const [, feature] = /^(?:services|(?:desk\/)?app\/features)\/([a-z-]+)\//.exec(path) ?? []
    return feature ? [feature.replace(/s$/, '')] : []
  }),
)
const suites = globSync('test/{integration,contract,cli}/**/*.test.ts').filter(
  (path) => changed.includes(path) || [...features].some((feature) => basename(path).includes(feature)),
)

run('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed])
run('npm', ['run', '--silent', 'types'])
run('vitest', ['run', '--project=unit', '--changed', revision, '--passWithNoTests'])
const journeys = changed.some((path) => path.startsWith('test/e2e/'))
// Only the whole gate installs browsers and databases that are missing.
if (suites.length > 0 || journeys) run('node', ['scripts/setup.mjs', 'build'])
if (suites.length > 0)
  run('vitest', ['run', '--project=integration', '--project=contract', '--project=isolated', ...suites])
if (journeys) run('playwright', ['test', `--only-changed=${revision}`, '--pass-with-no-tests'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function linesOf(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}
