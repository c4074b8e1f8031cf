import { inTransaction } from '#data/in-transaction.ts'
import type { Database, Transaction } from '#data/tables.ts'
import type { NewMail } from '#services/mail/mail-store.ts'
import { addToOutbox } from '#services/mail/outbox-rows.ts'

/** Writes as an action does. */
export const transact = <Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => inTransaction(database, 'test', work)

export const queueMails = (database: Database, mails: readonly NewMail[]): Promise<number> =>
  transact(database, (transaction) => addToOutbox(transaction, mails))
