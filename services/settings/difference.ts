/** What differs between two texts of the firm, for those who have to judge a change. */
import type { ReplyTemplate } from '#shared/enquiries/template-text.ts'

const MAX_LENGTH = 400
/** What is shown before the first character that differs. */
const LEAD_LENGTH = 40

/** The text from a place on, as long as the trail of changes has room for. */
export function excerptOf(text: string, from: number): string {
  const rest = `${from > 0 ? '…' : ''}${text.slice(from)}`
  return rest.length > MAX_LENGTH ? `${rest.slice(0, MAX_LENGTH - 1)}…` : rest
}

/** '12-34-56 → 65-43-21'; of long texts, from shortly before the first difference. */
export function differenceOf(before: string, after: string): string {
  const isLong = Math.max(before.length, after.length) > MAX_LENGTH
  let from = 0
  while (isLong && from < before.length && before[from] === after[from]) from += 1
  from = Math.max(0, from - LEAD_LENGTH)
  return `${excerptOf(before, from)} → ${excerptOf(after, from)}`
}

/** '“Valuation”: Thank you. → Thank you!; “Mine” added: Hello.; “Old” removed' */
export function describeTemplates(before: readonly ReplyTemplate[], after: readonly ReplyTemplate[]): string {
  const bodies = (templates: readonly ReplyTemplate[]) =>
    new Map(templates.map(({ name, body }) => [name, body]))
  const [old, current] = [bodies(before), bodies(after)]
  const changed = [...current].flatMap(([name, body]) => {
    const earlier = old.get(name)
    if (earlier === undefined) return [`“${name}” added: ${excerptOf(body, 0)}`]
    return earlier === body ? [] : [`“${name}”: ${differenceOf(earlier, body)}`]
  })
  const removed = [...old.keys()].filter((name) => !current.has(name)).map((name) => `“${name}” removed`)
  return [...changed, ...removed].join('; ') || 'in another order'
}
