/** The message may be a proxy's whole HTML page. */
const MAX_MESSAGE_LENGTH = 500

export class DataError extends Error {
  override name = 'DataError'
  readonly code: string
  readonly status: number

  constructor(error: { message?: string; code?: string }, status: number) {
    super(error.message?.slice(0, MAX_MESSAGE_LENGTH) || 'The backend did not answer')
    this.code = error.code ?? ''
    this.status = status
  }
}
