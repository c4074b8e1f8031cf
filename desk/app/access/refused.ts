import { isRouteErrorResponse } from 'react-router'
import type { Refused } from './guard.server.ts'

/** What the guard answered a form with. @returns null for another error */
export function refusedForm(error: unknown): Refused | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null
  return typeof data === 'object' && data !== null && 'reason' in data && 'typed' in data
    ? (data as Refused)
    : null
}
