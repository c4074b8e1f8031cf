import { isbot } from 'isbot'
import { NO_STORE } from '#shared/text/no-store.ts'
import { readAtMost } from './read-body.ts'
import { refuseAsJson } from './refuse-as-json.ts'

/**
 * Handles a report of a browser, a small form: 204 without content, or why it is refused.
 * @param take of a form; what self-declared robots report is not taken
 * @param invalid what a report needs
 */
export async function answerReport(
  request: Request,
  maxBytes: number,
  take: (form: URLSearchParams) => 'invalid' | 'limited' | null,
  invalid: string,
): Promise<Response> {
  if (request.method !== 'POST') return refuseAsJson(405, 'Send a report with POST.', { Allow: 'POST' })
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuseAsJson(415, 'Send a form, as application/x-www-form-urlencoded.')
  const bytes = await readAtMost(request, maxBytes)
  if (bytes === 'too long') return refuseAsJson(413, `Send at most ${maxBytes} bytes.`)
  if (bytes === 'broken off') return refuseAsJson(400, 'The report did not arrive in full.')
  const isRobot = isbot(request.headers.get('User-Agent') ?? '')
  const refusal = isRobot ? null : take(new URLSearchParams(new TextDecoder().decode(bytes)))
  if (refusal === 'invalid') return refuseAsJson(400, invalid)
  if (refusal === 'limited') return refuseAsJson(429, 'Too many reports.', { 'Retry-After': '600' })
  return new Response(null, { status: 204, headers: NO_STORE })
}
