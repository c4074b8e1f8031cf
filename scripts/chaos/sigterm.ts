/** SIGTERM under load. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asContact } from '../../test/enquiries/messages.ts'
import { type Asked, newLoadCounts, visit } from '../../test/load.ts'
import { publicKey, type Seen, withSite } from './seen.ts'

const ROUNDS = 10
const VISITORS = 32

export async function* stopUnderLoad(): AsyncGenerator<Seen> {
  const tally = newLoadCounts()
  let longest = 0
  let bad = 0
  for (let round = 0; round < ROUNDS; round++)
    await withSite(async (site) => {
      const key = await publicKey(site)
      let asked = 0
      const next = () => mixed(asked++, key)
      const visitors = Array.from({ length: VISITORS }, () => visit(site.address, next, tally))
      await sleep(500 + Math.random() * 1_000)
      const { code, afterMs } = await site.end('SIGTERM')
      await Promise.all(visitors)
      longest = Math.max(longest, afterMs)
      if (code !== 0) bad += 1
    })
  yield {
    fault: `SIGTERM under ${VISITORS} visitors, ${ROUNDS} times`,
    seen: `${tally.complete} requests answered, ${tally.lost.length} lost${tally.lost
      .slice(0, 3)
      .map((lost) => ` (${lost})`)
      .join(
        '',
      )}, ${tally.closingResponses} last answers of ${VISITORS * ROUNDS} connections; ended after ${Math.round(longest)} ms at most, ${bad} times not with 0`,
    isGood: tally.lost.length === 0 && bad === 0 && longest < 5_000,
  }
  for (const [fault, opening, mostMs] of [
    ['SIGTERM with 50 idle connections', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 3_000],
    ['SIGTERM with 50 that never ask', '', 3_000],
    ['SIGTERM with 50 in the midst of a request', 'GET /healthz HTTP/1.1\r\nHost:', 11_500],
  ] as const)
    yield await withSite(async (site) => {
      const { hostname, port } = new URL(site.address)
      const sockets = Array.from({ length: 50 }, () => {
        const socket = connect(Number(port), hostname, () => socket.write(opening))
        return socket.on('error', () => {}).resume()
      })
      await sleep(300)
      const { code, afterMs } = await site.end('SIGTERM')
      for (const socket of sockets) socket.destroy()
      return {
        fault,
        seen: `ended with ${code} after ${Math.round(afterMs)} ms`,
        isGood: code === 0 && afterMs < mostMs,
      }
    })
}

function mixed(number: number, key: string): Asked {
  if (number % 7 === 0)
    return {
      path: '/functions/v1/send-email',
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.1.${(number >> 8) & 255}.${number & 255}`,
      },
      body: JSON.stringify(asContact({ message: `message ${number}` })),
    }
  if (number % 5 === 0) return { path: `/plates?q=${number}` }
  if (number % 3 === 0) return { path: '/rest/v1/plates?select=*&limit=50', headers: { apikey: key } }
  return { path: '/plates' }
}
