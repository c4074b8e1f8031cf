import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const WORDS =
  'is it still for sale could you tell me what the price includes and how long a transfer takes'.split(' ')
/** For a third of them. */
export const OWNER = '3f0c4a52-9d0f-4c1b-8a55-1f2d3e4a5b6c'
const STATUSES = ['answered', 'won', 'lost', 'spam', 'new']

let seed = 20_261_123
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const letters = (count: number) =>
  Array.from({ length: count }, () => 'ABCDEFGHJKLMNOPRSTUVWXY'.charAt(random(23))).join('')
const sentence = () => Array.from({ length: 40 + random(60) }, () => WORDS[random(WORDS.length)]).join(' ')

/** Deterministic: one every 20 minutes, a fifth of them without an answer. */
export function fillEnquiries(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  database.exec('BEGIN')
  const insert = database.prepare(
    `INSERT INTO enquiries (reference, idempotency_key, kind, name, email, subject, inquiry_type, plate_number, message,
     delivery, sent_at, sent_by, status, owner_id, owner, answered_at, created_at)
   VALUES (?, ?, 'contact', ?, ?, ?, 'purchase', ?, ?, 'sent', ?, 'smtp', ?, ?, ?, ?, ?)`,
  )
  const MINUTE_MS = 60_000
  const start = Date.parse('2024-12-01T00:00:00Z')
  const zoned = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00')
  for (let index = 0; index < count; index++) {
    const created = start + index * 20 * MINUTE_MS
    const status = STATUSES[Math.min(4, random(5))] ?? 'new'
    const owner = random(3) === 0 ? [OWNER, 'Ann'] : [null, null]
    const digits = String(index).padStart(8, '0')
    const plate = `${letters(2)}${10 + random(89)} ${letters(3)}`
    insert.run(
      `ENQ-${digits.slice(0, 4)}-${digits.slice(4)}`,
      `key-${digits}`,
      `${letters(1)}${letters(6).toLowerCase()} ${letters(1)}${letters(8).toLowerCase()}`,
      `${letters(8).toLowerCase()}@visitor.example`,
      `Enquiry about ${plate}`,
      plate,
      sentence(),
      zoned(created),
      status,
      ...(owner as [string | null, string | null]),
      status === 'answered' || status === 'won' ? zoned(created + (1 + random(600)) * MINUTE_MS) : null,
      zoned(created),
    )
  }
  database.exec('COMMIT; ANALYZE')
  database.close()
}
