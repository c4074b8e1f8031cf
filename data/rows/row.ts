/** What rows have in common. Tables add what is their own. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

interface Identified {
  id: Generated<string>
}

/** A row that never changes, or whose changes are not dated. */
export interface Created extends Identified {
  createdAt: Generated<Time>
}

export interface Dated extends Created {
  updatedAt: Generated<Time>
}

/** An entry of a history, with what it changed as JSON. */
export interface Change extends Identified {
  batch: string
  at: Generated<Time>
  person: string
  action: string
  plateNumber: string
  before: string | null
  after: string | null
}

/** What the outbox sends. */
export interface Sent {
  attempts: Generated<number>
  nextAttemptAt: Generated<Time>
  lease: string | null
  lastError: string | null
  sentAt: Time | null
}
