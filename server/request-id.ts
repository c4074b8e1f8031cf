import { randomFillSync } from 'node:crypto'

const ID_BYTES = 10
const BATCH = 400
/** Two hexadecimal digits a byte. */
const ID_LENGTH = 2 * ID_BYTES

const bytes = Buffer.alloc(BATCH * ID_BYTES)
let batch = ''
let at = 0

/**
 * Names a request in the log and to the visitor. Random, so that it does not tell how many requests there have been;
 * drawn in batches, which costs as little as counting.
 */
export function nextRequestId(): string {
  if (at === batch.length) {
    batch = randomFillSync(bytes).toString('hex')
    at = 0
  }
  at += ID_LENGTH
  return batch.slice(at - ID_LENGTH, at)
}
