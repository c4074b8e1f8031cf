// Writes test/contract/request-shapes.txt anew, from the requests that the services send in their contract tests.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'test/contract/request-shapes.txt'
writeFileSync(FILE, '')
const { status } = spawnSync('vitest', ['run', '--project=contract', 'test/contract/services'], {
  stdio: 'inherit',
  env: { ...process.env, RECORD_SHAPES: 'yes' },
})
const shapes = new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean))
writeFileSync(FILE, `${[...shapes].sort().join('\n')}\n`)
process.exit(status ?? 1)
