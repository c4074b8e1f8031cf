/** Parses the operations manual. */
import { readFileSync } from 'node:fs'

/** The shell commands of a section of the manual, block by block. */
export function blocksOf(page: string, from: string, to: string): string[] {
  const manual = readFileSync(`docs/operations/${page}`, 'utf8')
  const section = manual.slice(manual.indexOf(from), manual.indexOf(to, manual.indexOf(from)))
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block.replace(/^ {3}/gm, ''))
}
