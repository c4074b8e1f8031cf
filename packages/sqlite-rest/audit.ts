import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export interface AuditEntry {
  /** The user of the operating system. */
  person: string
  command: string
  /** Without visitors' personal data. */
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
