/**
 * Draws faults at random from the code that end-to-end tests, integration tests, commands and the contract cover:
 * node scripts/draw-mutants.ts [count] [seed]
 * Of those, test/mutants/drawn.ts has the ones that change what the program does, each with a sentence.
 */
import { transformWithOxc } from 'vite'
import { productFiles } from './mutants/product-files.ts'

const COVERED = /^(?:app|cli|content|db|desk|server|services|packages\/sqlite-rest)\/.*\.tsx?$/
const IS_CODE = /^\s*(?!\/\/|\/?\*|import |export (?:type|interface)|type |interface )/

/** Each changes the first match in a line. */
const OPERATORS: readonly [what: string, pattern: RegExp, by: string | ((...match: string[]) => string)][] = [
  ['a condition is negated', /\bif \((?!!)(.+)\) (?=\{|return|throw|continue)/, 'if (!($1)) '],
  ['a negation is dropped', /(?<=[(\s])!(?=[\w(])/, ''],
  ['< becomes <=', / < /, ' <= '],
  ['<= becomes <', / <= /, ' < '],
  ['> becomes >=', / > /, ' >= '],
  ['>= becomes >', / >= /, ' > '],
  ['&& becomes ||', / && /, ' || '],
  ['|| becomes &&', / \|\| /, ' && '],
  ['=== becomes !==', / === /, ' !== '],
  ['!== becomes ===', / !== /, ' === '],
  [
    'a number is one larger',
    /(?<![\w.#-])\d[\d_]*(?![\w.%])/,
    (number) => `${Number(number?.replaceAll('_', '')) + 1}`,
  ],
  ['true becomes false', /\btrue\b/, 'false'],
  ['false becomes true', /\bfalse\b/, 'true'],
  ['+ becomes -', / \+ (?=[\w(])/, ' - '],
  ['- becomes +', / - (?=[\w(])/, ' + '],
  ['it returns early', /^(\s*)(?=(?:await |void )?[\w.#]+\(.*\)$)/, '$1return '],
]

const count = Number(process.argv[2] ?? 80)
const seed = Number(process.argv[3] ?? 20_261_125)
process.stdout.write(`seed ${seed}\n`)
let state = seed >>> 0
/** Mulberry32. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
}

const files = productFiles(process.cwd())
const all = files.map(({ text }) => text).join('\n')
const covered = files.filter(({ path }) => COVERED.test(path))
const lines = covered.flatMap((file) => file.text.split('\n').map((line) => ({ ...file, line })))
for (let drawn = 0; drawn < count; ) {
  const { path, text, line } = lines[random(lines.length)] as (typeof lines)[number]
  const [what, pattern, by] = OPERATORS[random(OPERATORS.length)] as (typeof OPERATORS)[number]
  const find = line.trim()
  const replace = line.replace(pattern, by as string).trim()
  if (find === replace || !IS_CODE.test(line) || all.split(find).length !== 2) continue
  const compiles = await transformWithOxc(
    text.replace(find, () => replace),
    path,
  ).then(Boolean, () => false)
  if (!compiles) continue
  drawn += 1
  process.stdout.write(`${drawn} ${path}: ${what}\n  ${find}\n  ${replace}\n`)
}
