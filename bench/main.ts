// `npm run bench` prints the most important figures with their goals; `npm run bench -- NAME [arguments]` runs another one.
import { existsSync, globSync, readFileSync } from 'node:fs'

const [name = 'goals'] = process.argv.splice(2, 1)
if (existsSync(new URL(`${name}.ts`, import.meta.url)) && isBenchmark(`${name}.ts`))
  await import(`./${name}.ts`)
else {
  const names = globSync('*.ts', { cwd: import.meta.dirname })
    .filter(isBenchmark)
    .sort()
  console.error(`The benchmarks are: ${names.map((file) => file.slice(0, -3)).join(', ')}.`)
  process.exitCode = 2
}

/** Each says in its first line what it measures; what they share exports instead. */
function isBenchmark(file: string): boolean {
  return file !== 'main.ts' && !/^export /m.test(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
