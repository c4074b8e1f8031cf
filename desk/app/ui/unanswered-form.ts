import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { UNANSWERED_STATUS } from './form-answer.ts'

interface SentForm {
  path: string
  sayUnanswered: () => void
}

let lastSent: SentForm | undefined

export function noteSent(form: SentForm) {
  lastSent = form
}

/** Leaves a page as it is if a form that it sent gets no answer: an error page or a reload would lose what was typed. */
export const keepUnanswered: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next()
  if (request.method === 'GET') return results
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || !isUnanswered(result)) continue
    results[route] = { type: 'data', result: data(undefined, UNANSWERED_STATUS) }
    if (lastSent?.path === new URL(request.url).pathname) lastSent.sayUnanswered()
  }
  return results
}

/**
 * `fetch` throws a TypeError without a connection, which the router passes on within `data()`; a proxy answers by itself
 * while the site is away.
 */
const isUnanswered = (result: unknown): boolean =>
  isRouteErrorResponse(result)
    ? [502, 503, 504].includes(result.status)
    : (result as { data?: unknown } | null)?.data instanceof TypeError
