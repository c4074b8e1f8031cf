/** DNS with the records of the test; counts its queries. */
import type { Answer, Exchange, MailDns } from '#services/mail-domain/dns.ts'

export interface Zone {
  txt?: Record<string, string[]>
  mx?: Record<string, Exchange[]>
  /** Names without an answer; '*' for all. */
  silent?: string[]
}

interface FakeDns extends MailDns {
  asked: string[]
  isClosed: boolean
}

export function fakeDns({ txt = {}, mx = {}, silent = [] }: Zone): FakeDns {
  const known = new Set([txt, mx].flatMap((records) => Object.keys(records)))
  const answer = async <T>(kind: string, records: Record<string, T[]>, name: string): Promise<Answer<T>> => {
    fake.asked.push(`${kind} ${name}`)
    if (silent.includes('*') || silent.includes(name)) return { kind: 'failed' }
    const found = records[name] ?? []
    return found.length > 0
      ? { kind: 'found', records: found }
      : { kind: 'none', isUnknownName: !known.has(name) }
  }
  const fake: FakeDns = {
    asked: [],
    isClosed: false,
    txt: (name) => answer('TXT', txt, name),
    mx: (name) => answer('MX', mx, name),
    close() {
      fake.isClosed = true
    },
  }
  return fake
}
