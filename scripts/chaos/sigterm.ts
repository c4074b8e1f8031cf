import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asContact } from '#test/enquiries/messages.ts'
import { type Asked, newLoadCounts, visit } from '#test/load.ts'
import { type Observation, publicKey, withSite } from './fixtures.ts'

const ROUNDS = 10
const VISITORS = 32

export async function* stopUnderLoad(): AsyncGenerator<Observation> {
  const counts = newLoadCounts()
  let longest = 0
  let bad = 0
  for (let round = 0; round < ROUNDS; round++)
    await withSite(async (site) => {
      const key = await publicKey(site)
      let sent = 0
      const next = () => mixed(sent++, key)
      const visitors = Array.from({ length: VISITORS }, () => visit(site.address, next, counts))
      await sleep(500 + Math.random() * 1_000)
      const { code, afterMs } = await site.end('SIGTERM')
      await Promise.all(visitors)
      longest = Math.max(longest, afterMs)
      if (code !== 0) bad += 1
    })
  yield {
    scenario: `SIGTERM under ${VISITORS} visitors, ${ROUNDS} times`,
    observed: `${counts.complete} requests answered, ${counts.lost.length} lost${counts.lost
      .slice(0, 3)
      .map((lost) => ` (${lost})`)
      .join(
        '',
      )}, ${counts.closingResponses} last answers of ${VISITORS * ROUNDS} connections; ended after ${Math.round(longest)} ms at most, ${bad} times not with 0`,
    isOk: counts.lost.length === 0 && bad === 0 && longest < 5_000,
  }
  for (const [scenario, opening, mostMs] of [
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
        scenario,
        observed: `ended with ${code} after ${Math.round(afterMs)} ms`,
        isOk: code === 0 && afterMs < mostMs,
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
