/** Load generator: visitors that send one request after another and count every outcome. */
import { Agent, type IncomingMessage, request } from 'node:http'

export interface Asked {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface LoadCounts {
  /** Complete responses. */
  complete: number
  statuses: Record<string, number>
  /** Responses with `Connection: close`. */
  closingResponses: number
  refused: number
  /** Requests whose connection broke before the response was complete. */
  lost: string[]
  times: number[]
}

export const newLoadCounts = (): LoadCounts => ({
  complete: 0,
  statuses: {},
  closingResponses: 0,
  refused: 0,
  lost: [],
  times: [],
})

/** One visitor on a keep-alive connection, until `next` returns null or the server refuses connections. */
export async function visit(address: string, next: () => Asked | null, counts: LoadCounts): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let asked = next(); asked; asked = next()) {
      const began = performance.now()
      try {
        const { status, isClosing } = await ask(address, asked, agent)
        counts.complete += 1
        counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
        if (isClosing) counts.closingResponses += 1
        counts.times.push(performance.now() - began)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === 'ECONNREFUSED') {
          counts.refused += 1
          return
        }
        counts.lost.push(`${asked.method ?? 'GET'} ${asked.path}: ${message}`)
      }
    }
  } finally {
    agent.destroy()
  }
}

function ask(address: string, { path, method = 'GET', headers = {}, body }: Asked, agent: Agent) {
  return new Promise<{ status: number; isClosing: boolean }>((resolve, reject) => {
    const sent = request(address + path, { method, headers, agent }, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('close', () => {
        if (!answer.complete) return reject(new Error('the answer broke off'))
        resolve({ status: answer.statusCode ?? 0, isClosing: answer.headers.connection === 'close' })
      })
    })
    sent.once('error', (error) => {
      error.message += sent.reusedSocket ? ' on a kept connection' : ' on a new connection'
      reject(error)
    })
    sent.end(body)
  })
}

/** The value below which this share of the times lies. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
