import { isbot } from 'isbot'
import type { ClientNetwork } from '#services/client-ip.ts'
import type { UnmetSearchCounter } from '#services/unmet-searches/unmet-search-counter.ts'
import { NO_STORE } from '#shared/text/no-store.ts'
import { readAtMost } from './read-body.ts'
import { refuseAsJson } from './refuse-as-json.ts'

/** Allows both field names and a long, escaped term. */
const MAX_BODY_BYTES = 512

/**
 * Handles a browser's report that a search found nothing: a form with `list` and `term`. Answers 204 without content.
 */
export async function answerUnmetSearch(
  request: Request,
  from: ClientNetwork,
  searches: Pick<UnmetSearchCounter, 'count'>,
): Promise<Response> {
  if (request.method !== 'POST') return refuseAsJson(405, 'Report a search with POST.', { Allow: 'POST' })
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuseAsJson(415, 'Send a form, as application/x-www-form-urlencoded.')
  const bytes = await readAtMost(request, MAX_BODY_BYTES)
  if (bytes === 'too long') return refuseAsJson(413, `Send at most ${MAX_BODY_BYTES} bytes.`)
  if (bytes === 'broken off') return refuseAsJson(400, 'The report did not arrive in full.')
  // Searches by self-declared robots are not counted.
  if (isbot(request.headers.get('User-Agent') ?? ''))
    return new Response(null, { status: 204, headers: NO_STORE })
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  const refusal = searches.count({ list: form.get('list'), term: form.get('term') }, from)
  if (refusal === 'invalid')
    return refuseAsJson(400, 'A report needs the list and 2 to 16 letters and digits.')
  if (refusal === 'limited') return refuseAsJson(429, 'Too many reports.', { 'Retry-After': '600' })
  return new Response(null, { status: 204, headers: NO_STORE })
}
