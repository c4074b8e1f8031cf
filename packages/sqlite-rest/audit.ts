import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export interface AuditEntry {
  /** The operating system user. */
  person: string
  command: string
  /** Contains no personal data of visitors. */
  change: string
}

export function insertAuditEntry(
  database: DatabaseSync,
  { person, command, change }: AuditEntry,
  id: string = randomUUID(),
): void {
  database
    .prepare('INSERT INTO audit (id, person, command, change) VALUES (?, ?, ?, ?)')
    .run(id, person, command, change)
}
