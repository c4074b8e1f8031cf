/** The only place where a transaction begins. services/action.ts alone imports it, and lint holds that. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Database, Tables, Transaction } from './tables.ts'

interface Transacting {
  readonly name: string
  isOpen: boolean
}

const transacting = new AsyncLocalStorage<Transacting>()

/** The name of the transaction that begins or runs here. */
export const currentTransaction = (): string | null => transacting.getStore()?.name ?? null

/**
 * Called by the drivers for each connection. On SQLite another connection would wait for the transaction, which waits for it; on
 * PostgreSQL it would read what the transaction has not changed yet.
 */
export function requireNoTransaction(): void {
  const open = transacting.getStore()
  if (open?.isOpen) throw new Error(`Use the transaction of “${open.name}”, not the database outside it`)
}

/** Commits what `work` has written, or nothing if it throws. */
export function inTransaction<Result>(
  database: Database,
  name: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  requireNoTransaction()
  const own: Transacting = { name, isOpen: false }
  return transacting.run(own, async () => {
    try {
      return await (database as Kysely<Tables>).transaction().execute((transaction) => {
        own.isOpen = true
        return work(transaction)
      })
    } finally {
      own.isOpen = false
    }
  })
}
