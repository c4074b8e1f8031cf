/** The mail that tells a person what has changed in how the person signs in (ASVS 4.0.3, 2.2.3, 2.5.5 and 2.8.5). */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { formatLondonTime } from '../enquiries/enquiry-email.ts'
import { type NewMail, queueMails } from '../mail/mail-store.ts'
import type { Person } from './types.ts'

export interface SecurityNotice {
  /** A sentence without its full stop: 'A code was used a second time'. */
  what: string
  /** Tells two occasions apart; the same one is told once. */
  occasion?: string
  siteUrl: string
  now: Date
}

/** Queues it for the outbox. @throws DataError */
export async function queueSecurityNotice(
  client: BackendClient,
  person: Pick<Person, 'id' | 'email' | 'name'>,
  notice: SecurityNotice,
): Promise<void> {
  await queueMails(client, [securityNotice(person, notice)])
}

/** It has no link, so that nobody learns to follow one from such a mail, and nothing that opens the desk. */
export function securityNotice(
  { id, email, name }: Pick<Person, 'id' | 'email' | 'name'>,
  { what, occasion = randomUUID(), siteUrl, now }: SecurityNotice,
): NewMail {
  const { host } = new URL(siteUrl)
  return {
    mailKey: `security-notice ${id} ${occasion}`,
    kind: 'security-notice',
    recipient: email,
    personId: id,
    subject: `Your sign-in to the desk of ${host}`.slice(0, 200),
    text: [
      `Hello ${name},`,
      '',
      `This happened on ${formatLondonTime(now.toISOString())} to how you sign in to the desk of ${host}:`,
      '',
      `${what}.`,
      '',
      'If it was you, or somebody whom you asked, there is nothing to do.',
      '',
      'If not, somebody else may be able to sign in as you. Ask an owner of the desk to reset your sign-in at once, under People: it ends every session, and every password, passkey and app that signs you in. If you are the only owner, whoever runs the server does the same with:',
      '',
      `npm run office -- people reset ${email}`,
      '',
      'Afterwards read under Changes what was done in your name.',
      '',
    ].join('\n'),
    unsubscribeUrl: null,
  }
}
