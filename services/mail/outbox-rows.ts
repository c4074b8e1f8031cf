import type { Transaction } from '#data/tables.ts'
import { type NewMail, normalizeAddress } from './mail-store.ts'

const INSERT_BATCH = 500

/** Queues e-mails within the action that they report. Skips one whose key exists already. @returns the number of new ones */
export async function addToOutbox(transaction: Transaction, mails: readonly NewMail[]): Promise<number> {
  let added = 0
  for (let from = 0; from < mails.length; from += INSERT_BATCH) {
    const insertion = transaction
      .insertInto('mails')
      .values(mails.slice(from, from + INSERT_BATCH).map(toRow))
      .onConflict((same) => same.column('mailKey').doNothing())
    added += (await insertion.returning('id').execute()).length
  }
  return added
}

/** The same columns in each row: of one that lacks a column, SQLite would store null, and PostgreSQL its default. */
const toRow = ({ mailKey, kind, recipient, subject, text, unsubscribeUrl, personId, reply }: NewMail) => ({
  mailKey,
  kind,
  recipient: normalizeAddress(recipient),
  subject,
  body: text,
  unsubscribeUrl: unsubscribeUrl ?? null,
  personId: personId ?? null,
  enquiryId: reply?.enquiryId ?? null,
  person: reply?.person ?? null,
  quoted: reply?.quoted || null,
  inReplyTo: reply?.inReplyTo || null,
  thread: reply?.references.join(' ') || null,
})
