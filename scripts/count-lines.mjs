// Lines, tokens and files of the product and of its tests, by folder: npm run lines [-- <revision>]
// A token is a word or a sign; lines can be packed, tokens cannot. Those of comments are counted for themselves.
import { execFileSync } from 'node:child_process'

const [revision = 'HEAD'] = process.argv.slice(2)
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
const SOURCE = /\.(?:ts|tsx|mjs|css|sql)$/
const TEST = /^test\/|\.(?:test|spec)\.tsx?$/
const APART = /^(?:bench|scripts|tools)\//
/** A comment begins a line or follows a space or a bracket, unlike the // of an address and the /* of a file pattern. */
const COMMENT = /(?<![^\s({])(?:\/\*[\s\S]*?\*\/|\/\/.*)/g
const SQL_COMMENT = /(?<!\S)--.*/g
const TOKEN = /[\p{L}\p{N}_$]+|\S/gu

const tokensOf = (text) => text.match(TOKEN)?.length ?? 0

function count(file) {
  const text = git('show', `${revision}:${file}`)
  const comments = text.match(file.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []
  const ofComments = tokensOf(comments.join('\n'))
  return [text.split('\n').length - 1, tokensOf(text) - ofComments, ofComments, 1]
}

const folders = new Map()
const sums = new Map(['product', 'tests', 'bench, scripts, tools'].map((kind) => [kind, [0, 0, 0, 0]]))
for (const file of git('ls-tree', '-r', '--name-only', revision).split('\n')) {
  if (!SOURCE.test(file)) continue
  const kind = TEST.test(file) ? 'tests' : APART.test(file) ? 'bench, scripts, tools' : 'product'
  const name = `${kind}  ${file.includes('/') ? file.split('/')[0] : '.'}`
  const counted = count(file)
  const folder = folders.get(name) ?? [0, 0, 0, 0]
  folders.set(name, folder)
  for (const sum of [folder, sums.get(kind)])
    for (const [index, value] of counted.entries()) sum[index] += value
}
const COLUMNS = ['lines', 'tokens', 'tokens of comments', 'files']
for (const [name, values] of [...[...folders].sort(), ...sums])
  console.log(
    name.padEnd(32),
    ...values.map((value, index) => `${String(value).padStart(9)} ${COLUMNS[index]}`),
  )
