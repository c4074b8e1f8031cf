import { DataError } from './data-error.ts'

/** The result of a call of the backend's client. */
export interface BackendResponse {
  data: unknown
  error: { message: string; code: string } | null
  status: number
}

/** @throws DataError */
export function requireSuccess({ error, status }: BackendResponse): void {
  if (error) throw new DataError(error, status)
}

/** Of an error of the client, or a DataError: another row has the key already. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null | undefined)?.code === '23505'

/** @throws DataError, also if a proxy answered with a page and status 200 */
export function requireRows(response: BackendResponse): Record<string, unknown>[] {
  requireSuccess(response)
  const { data, status } = response
  if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
  return data
}
