/** The audit trail of the commands. An entry is written in the transaction of the change that it describes. */
import type { DatabaseSync } from 'node:sqlite'

export interface AuditEntry {
  /** The user of the operating system. */
  person: string
  command: string
  /** What changed, without visitors' personal data. */
  change: string
}

export function insertAuditEntry(database: DatabaseSync, { person, command, change }: AuditEntry): void {
  database
    .prepare('INSERT INTO audit (person, command, change) VALUES (?, ?, ?)')
    .run(person, command, change)
}
