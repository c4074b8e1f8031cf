export type Level = 'good' | 'advice' | 'problem' | 'unknown'

export interface DnsLine {
  /** The name below the domain, or in full, as DNS panels take it: '_dmarc.plates.example'. */
  name: string
  type: 'TXT' | 'MX'
  value: string
}

export interface Finding {
  topic: 'Domain' | 'MX' | 'SPF' | 'DKIM' | 'DMARC'
  level: Level
  /** What we asked DNS: 'TXT records of plates.example'. Null where we asked nothing. */
  asked: string | null
  /** What came, shortened. From strangers: show it as text. */
  came: string[]
  /** One or two sentences. */
  means: string
  /** What to do, or null. */
  todo: string | null
  paste: DnsLine | null
}

const MAX_SHOWN = 8
const MAX_SHOWN_LENGTH = 450

/** Records for people: at most eight, each of 450 characters at most, without control characters. */
export function showRecords(records: readonly string[]): string[] {
  const shown = records.slice(0, MAX_SHOWN).map((record) => {
    const text = record.replace(/\p{C}/gu, '�')
    return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
  })
  return records.length > MAX_SHOWN ? [...shown, `and ${records.length - MAX_SHOWN} more`] : shown
}

export const COULD_NOT_ASK =
  'DNS did not answer in time, so this could not be checked. That says nothing about your mail: try again later.'
