import { siteContext } from '../../context.ts'
import type { Route } from './+types/accuracy-json'
import { ACCURACY_PATH } from './accuracy-words.ts'

/** Measures to four decimals, prices in whole pounds. */
const round = (name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(name.endsWith('Gbp') ? 0 : 4)) : value

export async function loader({ context }: Route.LoaderArgs) {
  const { accuracy, siteUrl } = context.get(siteContext)
  const answer = await accuracy.read()
  if ('off' in answer) return sendRefusal('This site gives no estimates.', 404)
  if ('unavailable' in answer) return sendRefusal('The accuracy figures are unavailable just now.', 503)
  return send({
    page: siteUrl + ACCURACY_PATH,
    estimates:
      'the hammer price of a registration at a DVLA auction, before fees, from earlier auctions alone',
    ...answer.report,
  })
}

function sendRefusal(message: string, status: number): Response {
  return send({ error: message }, { status, headers: status === 503 ? { 'Retry-After': '300' } : {} })
}

function send(body: object, { status = 200, headers = {} }: { status?: number; headers?: object } = {}) {
  return new Response(`${JSON.stringify(body, round, 2)}\n`, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  })
}
