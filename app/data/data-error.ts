/** What the backend refused or failed at, in its own words. */
export class DataError extends Error {
  override name = 'DataError'
  readonly code: string
  readonly status: number

  constructor(error: { message?: string; code?: string }, status: number) {
    super(error.message || 'The backend did not answer')
    this.code = error.code ?? ''
    this.status = status
  }
}
