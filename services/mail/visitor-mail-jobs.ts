import type { Database } from '#data/tables.ts'
import { createFallback } from '../fallback.ts'
import type { Log } from '../log.ts'
import { addressesOf } from './addresses.ts'
import { findMailById, listWaitingMails, noteRefusal, type StoredMail } from './mail-store.ts'
import type { ListJobs, OutboxJob } from './outbox.ts'
import { RecipientRefused } from './send-failure.ts'
import { composeVisitorMail } from './visitor-mail.ts'

interface VisitorMailOptions {
  database: Database
  log: Log
  /** Called when an email to a visitor is given up because the mail server refuses the address, not because it is unavailable. */
  onAddressRefused?: ((mail: StoredMail) => Promise<void>) | undefined
}

/** The emails to visitors and people of the desk. */
export function visitorMailJobs({ database, log, onAddressRefused }: VisitorMailOptions): ListJobs {
  const orFallback = createFallback(log, 'E-mails cannot be queued')
  const jobOf = (mail: StoredMail): OutboxJob => ({
    ...mail,
    table: 'mails',
    name: `The ${mail.mailKey}`,
    async compose(latest) {
      const current = await findMailById(database, mail.id)
      return current ? composeVisitorMail(current, addressesOf(latest)) : null
    },
    noteFailure: (transaction, error) =>
      noteRefusal(transaction, mail, error instanceof RecipientRefused, new Date()),
    async onGivenUp(error) {
      log.error(`The ${mail.mailKey} is given up`, error)
      if (error instanceof RecipientRefused) await onAddressRefused?.(mail)
    },
  })
  return async (limit) => (await orFallback(() => listWaitingMails(database, limit), [])).map(jobOf)
}
