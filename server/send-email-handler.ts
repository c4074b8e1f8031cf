import { MAX_JSON_DEPTH } from '#packages/sqlite-rest/limits.ts'
import { isNestedDeeper } from '#packages/sqlite-rest/parse-json.ts'
import type { SendEmailResult } from '#shared/enquiries/enquiry-fields.ts'
import { NO_STORE } from '#shared/text/no-store.ts'
import { MAX_BODY_BYTES, readAtMost } from './read-body.ts'
import { refuseAsJson } from './refuse-as-json.ts'

export async function answerSendEmail(
  request: Request,
  send: (body: unknown, key: string | undefined) => Promise<SendEmailResult>,
): Promise<Response> {
  if (request.method !== 'POST') return refuseAsJson(405, 'Send an enquiry with POST.', { Allow: 'POST' })
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuseAsJson(415, 'Send JSON, as application/json.')
  const bytes = await readAtMost(request, MAX_BODY_BYTES)
  if (bytes === 'too long') return refuseAsJson(413, `Send at most ${MAX_BODY_BYTES} bytes.`)
  if (bytes === 'broken off')
    return refuseAsJson(400, 'The message did not arrive in full. Please send it again.')
  if (isNestedDeeper(bytes, MAX_JSON_DEPTH)) return refuseAsJson(400, 'The JSON is nested too deeply.')
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuseAsJson(400, 'The body is not JSON in UTF-8.')
  }
  const { status, ...answer } = await send(body, request.headers.get('Idempotency-Key') ?? undefined)
  const headers: Record<string, string> =
    'retryAfterSeconds' in answer ? { 'Retry-After': String(answer.retryAfterSeconds) } : {}
  return Response.json(answer, { status, headers: { ...NO_STORE, ...headers } })
}
