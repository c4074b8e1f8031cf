export type Level = 'good' | 'problem' | 'unknown'

export interface DnsLine {
  name: string
  type: 'TXT'
  value: string
}

export interface Finding {
  topic: 'Domain' | 'MX' | 'SPF' | 'DKIM' | 'DMARC'
  level: Level
  /** The DNS query: 'TXT records of plates.example'. Null if there was none. */
  asked: string | null
  /** The records, shortened. They are untrusted: show them as text. */
  found: string[]
  /** One or two sentences. */
  means: string
  /** What to do, or null. */
  todo: string | null
  paste: DnsLine | null
}

const MAX_SHOWN = 8
const MAX_SHOWN_LENGTH = 450

/** Formats records for display: at most eight, each of at most 450 characters, without control characters. */
export function showRecords(records: readonly string[]): string[] {
  const shown = records.slice(0, MAX_SHOWN).map((record) => {
    const text = record.replace(/\p{C}/gu, '�')
    return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
  })
  return records.length > MAX_SHOWN ? [...shown, `and ${records.length - MAX_SHOWN} more`] : shown
}

export const COULD_NOT_ASK =
  'DNS did not answer in time, so this could not be checked. That says nothing about your mail: try again later.'
