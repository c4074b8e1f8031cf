/** DNS queries whose failures are results rather than exceptions. */
import { Resolver } from 'node:dns/promises'

/**
 * - `found`: at least one record
 * - `none`: the name has no such record; with `isUnknownName` the name does not exist at all
 * - `failed`: no response in time, which says nothing about the records
 */
export type Answer<T> =
  | { kind: 'found'; records: T[] }
  | { kind: 'none'; isUnknownName: boolean }
  | { kind: 'failed' }

export interface Exchange {
  host: string
  priority: number
}

export interface MailDns {
  /** The strings of each record joined, as SPF, DKIM and DMARC require. */
  txt(name: string): Promise<Answer<string>>
  mx(name: string): Promise<Answer<Exchange>>
  close(): void
}

const DEADLINE_MS = 8_000
const QUESTION_TIMEOUT_MS = 2_000

interface DnsOptions {
  deadlineMs?: number
  /** '192.0.2.1:53'; default: the servers of the machine. */
  servers?: readonly string[]
}

/**
 * Opens a resolver for one check: after the deadline every answer is `failed`. It does not keep the process running,
 * but close it anyway.
 */
export function openMailDns({ deadlineMs = DEADLINE_MS, servers }: DnsOptions = {}): MailDns {
  const resolver = new Resolver({ timeout: QUESTION_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  let isOver = false
  const end = () => {
    isOver = true
    resolver.cancel()
  }
  const timer = setTimeout(end, deadlineMs)
  timer.unref()
  const ask = async <T>(question: () => Promise<T[]>): Promise<Answer<T>> => {
    if (isOver) return { kind: 'failed' }
    try {
      const records = await question()
      return records.length > 0 ? { kind: 'found', records } : { kind: 'none', isUnknownName: false }
    } catch (error) {
      return answerOf((error as NodeJS.ErrnoException).code)
    }
  }
  return {
    txt: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) =>
      ask(async () =>
        (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({ host: exchange, priority })),
      ),
    close() {
      clearTimeout(timer)
      end()
    },
  }
}

function answerOf(code: string | undefined): Answer<never> {
  if (code === 'ENOTFOUND') return { kind: 'none', isUnknownName: true }
  if (code === 'ENODATA') return { kind: 'none', isUnknownName: false }
  return { kind: 'failed' }
}
