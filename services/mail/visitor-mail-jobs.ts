import type { BackendClient } from '#shared/data/client.ts'
import type { Fallback } from '../fallback.ts'
import type { Log } from '../log.ts'
import { type FollowedSettings, readLatestSettings } from '../settings/live-settings.ts'
import { addressesOf } from './addresses.ts'
import { listWaitingMails, noteRefusal, type StoredMail, toMail } from './mail-store.ts'
import type { ListJobs, OutboxJob } from './outbox.ts'
import { RecipientRefused } from './send-failure.ts'
import { composeVisitorMail } from './visitor-mail.ts'

interface VisitorMailOptions {
  client: BackendClient
  settings: FollowedSettings
  log: Log
  orFallback: Fallback
  /** Called when an email to a visitor is given up because the mail server refuses the address, not because it is unavailable. */
  onAddressRefused?: ((mail: StoredMail) => Promise<void>) | undefined
}

/** The emails to visitors and people of the desk. */
export function visitorMailJobs(options: VisitorMailOptions): ListJobs {
  const { client, settings, log, orFallback, onAddressRefused } = options
  const jobOf = (mail: StoredMail): OutboxJob => ({
    ...mail,
    table: 'mails',
    name: `The ${mail.mailKey}`,
    compose: async (leased) =>
      composeVisitorMail(toMail(leased), addressesOf(await readLatestSettings(settings))),
    async onFailure(error) {
      const isRefused = error instanceof RecipientRefused
      const isGivenUp = await noteRefusal(client, mail, isRefused, new Date())
      if (!isGivenUp) return false
      log.error(`The ${mail.mailKey} is given up`, error)
      if (isRefused) await onAddressRefused?.(mail)
      return true
    },
  })
  return async (limit) => (await orFallback(() => listWaitingMails(client, limit), [])).map(jobOf)
}
