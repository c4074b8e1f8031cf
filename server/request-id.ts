import { randomBytes } from 'node:crypto'

/** Random, so that it does not reveal the number of requests. */
export const nextRequestId = (): string => randomBytes(10).toString('hex')
