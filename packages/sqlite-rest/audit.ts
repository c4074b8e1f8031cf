import type { DatabaseSync } from 'node:sqlite'

export interface AuditEntry {
  /** The user of the operating system. */
  person: string
  command: string
  /** Without visitors' personal data. */
  change: string
}

export function insertAuditEntry(database: DatabaseSync, { person, command, change }: AuditEntry): void {
  database
    .prepare('INSERT INTO audit (person, command, change) VALUES (?, ?, ?)')
    .run(person, command, change)
}
