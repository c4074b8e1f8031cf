// `npm run test:changed [-- REVISION]`: lint, types, and the suites that a change since REVISION (default: HEAD) touches.
import { spawnSync } from 'node:child_process'

process.env.NODE_COMPILE_CACHE ??= `${process.cwd()}/node_modules/.cache/compile`
const revision = process.argv[2] ?? 'HEAD'
const changed = [
  ...linesOf('git', ['diff', '--name-only', revision]),
  ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
]
// Tests ask the built applications, whose sources they do not import.
const touchesBuild = changed.some((path) => /^(app|content|desk|public)\//.test(path))

run('biome', ['check', '--error-on-warnings'])
run('npm', ['run', '--silent', 'types'])
// Only the whole gate installs browsers and databases that are missing.
if (touchesBuild || changed.some((path) => path.startsWith('test/')))
  run('node', ['scripts/setup.mjs', 'build'])
run('vitest', ['run', '--changed', revision, '--passWithNoTests'])
if (touchesBuild) run('vitest', ['run', '--project=integration', 'test/integration'])
if (changed.some((path) => path.startsWith('test/e2e/')))
  run('playwright', ['test', `--only-changed=${revision}`, '--pass-with-no-tests'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function linesOf(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}
