import { randomFillSync } from 'node:crypto'

const ID_BYTES = 10
const BATCH = 400
const ID_LENGTH = 2 * ID_BYTES

const bytes = Buffer.alloc(BATCH * ID_BYTES)
let batch = ''
let offset = 0

/** Random, so that it does not reveal the number of requests. */
export function nextRequestId(): string {
  if (offset === batch.length) {
    batch = randomFillSync(bytes).toString('hex')
    offset = 0
  }
  offset += ID_LENGTH
  return batch.slice(offset - ID_LENGTH, offset)
}
