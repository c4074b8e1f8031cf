import { randomBytes } from 'node:crypto'

const process = randomBytes(4).toString('hex')
let count = 0

/** Names a request in the log and to the visitor; unique over restarts, and it tells nothing. */
export function nextRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}
