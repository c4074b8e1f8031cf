/** What a plan of an import writes, in one call that is undone as one. */
import { createHash } from 'node:crypto'

interface Plan<Write> {
  rowOutcomes: readonly { write: Write | null }[]
}

export const writesOf = <Write>({ rowOutcomes }: Plan<Write>): Write[] =>
  rowOutcomes.flatMap(({ write }) => (write === null ? [] : [write]))

/** Equal for plans that write the same to the same rows, so that only what a person has seen is written. */
export function planDigest(plan: Plan<object>): string {
  const hash = createHash('sha256')
  for (const write of writesOf(plan)) hash.update(JSON.stringify(write))
  return hash.digest('base64url')
}
