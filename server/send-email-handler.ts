/** The function's address on the web: `POST /functions/v1/send-email` with JSON, answered in JSON. */
import type { SendEmailAnswer } from '../app/features/enquiries/enquiry-fields.ts'
import { isNestedDeeper } from '../packages/sqlite-rest/json-depth.ts'
import { MAX_JSON_DEPTH } from '../packages/sqlite-rest/limits.ts'

/** Ample for the longest message in any alphabet, escapes included. */
export const MAX_BODY_BYTES = 65_536

/** @param send answers the parsed body */
export async function answerSendEmail(
  request: Request,
  send: (body: unknown, key: string | undefined) => Promise<SendEmailAnswer>,
): Promise<Response> {
  if (request.method !== 'POST') return refuse(405, 'Send an enquiry with POST.', { Allow: 'POST' })
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuse(415, 'Send JSON, as application/json.')
  const bytes = await readAtMost(request, MAX_BODY_BYTES)
  if (bytes === 'too long') return refuse(413, `Send at most ${MAX_BODY_BYTES} bytes.`)
  if (bytes === 'broken off') return refuse(400, 'The message broke off.')
  if (isNestedDeeper(bytes, MAX_JSON_DEPTH)) return refuse(400, 'The JSON is nested too deeply.')
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuse(400, 'This is no JSON in UTF-8.')
  }
  const { status, ...answer } = await send(body, request.headers.get('Idempotency-Key') ?? undefined)
  const headers: Record<string, string> =
    'retryAfterSeconds' in answer ? { 'Retry-After': String(answer.retryAfterSeconds) } : {}
  return respond(status, answer, headers)
}

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  respond(status, { error }, headers)

const respond = (status: number, answer: object, headers: Record<string, string>) =>
  Response.json(answer, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

/** The body, unless it is longer than a bound; what is declared and what comes are both looked at. */
export async function readAtMost(
  request: Request,
  bound: number,
): Promise<Uint8Array<ArrayBuffer> | 'too long' | 'broken off'> {
  if (Number(request.headers.get('Content-Length')) > bound) return 'too long'
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > bound) return 'too long'
      chunks.push(chunk)
    }
  } catch {
    return 'broken off'
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
