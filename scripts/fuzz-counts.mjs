import { existsSync, readdirSync, readFileSync } from 'node:fs'

export const FUZZ_COUNTS = 'test-results/fuzz'

/** What `npm test` sends at the least. */
export const FEWEST_INPUTS = 2_500

export function countInputs() {
  const counts = existsSync(FUZZ_COUNTS)
    ? readdirSync(FUZZ_COUNTS).map((name) => JSON.parse(readFileSync(`${FUZZ_COUNTS}/${name}`, 'utf8')))
    : []
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const number = (count) => count.toLocaleString('en-GB')
  const parts = counts.map(({ what, count, seed }) => `${number(count)} ${what} (seed ${seed})`)
  const longest = Math.max(0, ...counts.map(({ longestMs }) => longestMs))
  const again = counts.reduce((sum, { askedAgain }) => sum + askedAgain, 0)
  process.stdout.write(
    `fuzz: ${number(total)} inputs: ${parts.join(', ')}; the longest took ${longest} ms, ${again} were repeated\n`,
  )
  return total
}
