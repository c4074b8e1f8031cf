import { jsonResponse } from '#shared/text/text-response.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/accuracy-json'
import { ACCURACY_PATH } from './accuracy-words.ts'

/** Measures to four decimals, prices in whole pounds. */
const round = (name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(name.endsWith('Gbp') ? 0 : 4)) : value

export async function loader({ context }: Route.LoaderArgs) {
  const { accuracy, siteUrl } = context.get(siteContext)
  const answer = await accuracy.read()
  if ('off' in answer) return send({ error: 'This site gives no estimates.' }, 404)
  if ('unavailable' in answer)
    return send({ error: 'The accuracy figures are unavailable just now.' }, 503, { 'Retry-After': '300' })
  return send({
    page: siteUrl + ACCURACY_PATH,
    estimates:
      'the hammer price of a registration at a DVLA auction, before fees, from earlier auctions alone',
    ...answer.report,
  })
}

const send = (body: object, status = 200, headers: Record<string, string> = {}) =>
  jsonResponse(JSON.stringify(body, round, 2), status, { 'X-Robots-Tag': 'noindex', ...headers })
