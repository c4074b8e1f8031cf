// Lines and files of the product and of its tests, by folder: npm run lines [-- <revision>]
import { execFileSync } from 'node:child_process'

const [revision = 'HEAD'] = process.argv.slice(2)
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
const SOURCE = /\.(?:ts|tsx|mjs|css|sql)$/
const TEST = /^test\/|\.(?:test|spec)\.tsx?$/
const APART = /^(?:bench|scripts)\//

const folders = new Map()
const sum = { product: [0, 0], tests: [0, 0], 'bench and scripts': [0, 0] }
for (const file of git('ls-tree', '-r', '--name-only', revision).split('\n')) {
  if (!SOURCE.test(file)) continue
  const lines = git('show', `${revision}:${file}`).split('\n').length - 1
  const kind = TEST.test(file) ? 'tests' : APART.test(file) ? 'bench and scripts' : 'product'
  const name = `${kind}  ${file.includes('/') ? file.split('/')[0] : '.'}`
  const count = folders.get(name) ?? [0, 0]
  for (const of of [count, sum[kind]]) {
    of[0] += lines
    of[1] += 1
  }
  folders.set(name, count)
}
for (const [name, [lines, files]] of [...[...folders].sort(), ...Object.entries(sum)])
  console.log(`${name.padEnd(28)} ${String(lines).padStart(7)} lines ${String(files).padStart(5)} files`)
