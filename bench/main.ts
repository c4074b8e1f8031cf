// `npm run bench` prints the most important figures with their goals; `npm run bench -- NAME [arguments]` runs another one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
/** A benchmark runs when it is imported; what several of them use exports something instead. */
const isBenchmark = (name: string) =>
  name !== 'main' && !/^export /m.test(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'))

const names = globSync('*.ts', { cwd: FOLDER })
  .map((file) => file.slice(0, -'.ts'.length))
  .filter(isBenchmark)
const [name = 'goals'] = process.argv.splice(2, 1)
if (names.includes(name)) await import(`./${name}.ts`)
else {
  console.error(`The benchmarks are: ${names.sort().join(', ')}.`)
  process.exitCode = 2
}
