/** Retries calls of a backend that fail temporarily, and describes other errors. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFault } from '#data/data-fault.ts'
import { DataError } from '#shared/data/data-error.ts'
import { connectionCause } from './connection-causes.ts'

const RETRY_MS = [500, 2_000, 5_000]

export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof DataError) || !isTemporary(error)) throw error
      await sleep(wait)
    }
  return call()
}

function isTemporary(error: DataError): boolean {
  if (error instanceof DataFault)
    return error.kind === 'lost' || error.kind === 'busy' || error.kind === 'slow'
  return error.status >= 500 || error.status === 429
}

/** A table, column or function of this version is missing. */
export const isOutdated = ({ code }: DataError): boolean => ['42P01', '42703', '42883'].includes(code)

export function describeDataError(error: DataError): string {
  if (error instanceof DataFault) {
    const cause = error.kind === 'lost' || error.kind === 'busy' ? connectionCause(error) : null
    return cause
      ? `its database cannot be reached, because ${cause} (${error.message})`
      : `its database failed (${error.message})`
  }
  return `it answered ${error.status}${error.message ? ` (${error.message})` : ''}`
}
