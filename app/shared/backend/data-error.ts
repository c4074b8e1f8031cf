/** Somebody else's page in place of an answer is not worth a log's whole line. */
const LONGEST_MESSAGE = 500

/** What the backend refused or failed at, in its own words. */
export class DataError extends Error {
  override name = 'DataError'
  readonly code: string
  readonly status: number

  constructor(error: { message?: string; code?: string }, status: number) {
    super(error.message?.slice(0, LONGEST_MESSAGE) || 'The backend did not answer')
    this.code = error.code ?? ''
    this.status = status
  }
}
