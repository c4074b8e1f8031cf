/** The email that tells a person what has changed in how they sign in (ASVS 4.0.3, 2.2.3, 2.5.5 and 2.8.5). */
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#data/tables.ts'
import { formatLondonTime } from '../london-time.ts'
import { type NewMail, normalizeAddress } from '../mail/mail-store.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import type { Person } from './types.ts'

interface SecurityNotice {
  /** A sentence without its full stop: 'A code was used a second time'. */
  what: string
  /** Identifies the occasion, so that the same one is reported once. */
  occasion?: string
  siteUrl: string
  now: Date
}

/** Queues a security notice within the action that it reports. */
export async function queueSecurityNotice(
  transaction: Transaction,
  person: Pick<Person, 'id' | 'email' | 'name'>,
  notice: SecurityNotice,
): Promise<void> {
  await addToOutbox(transaction, [securityNotice(person, notice)])
}

interface GuardedChange {
  /** 'Recipients of enquiries: ann@plates.test → eve@plates.test' */
  changes: readonly string[]
  /** The addresses before the change; every owner is told as well. */
  tell: readonly string[]
  siteUrl: string
  now: Date
}

/** Tells owners and previous recipients what customers now read, or where their messages or money go. */
export async function queueGuardedNotice(
  transaction: Transaction,
  { id, name }: Pick<Person, 'id' | 'name'>,
  { tell, ...change }: GuardedChange,
): Promise<void> {
  const owners = await transaction.selectFrom('people').select('email').where('role', '=', 'owner').execute()
  const notices = guardedNotices({
    ...change,
    personId: id,
    what: `${name} changed this at the desk of`,
    tell: [...tell, ...owners.map(({ email }) => email)],
    advice:
      'If not, look under Changes at the desk at once, and ask an owner to reset the sign-in of that person under People.',
  })
  await addToOutbox(transaction, notices)
}

interface GuardedNotice extends GuardedChange {
  personId: string
  /** Goes on with the host of the site: 'Ann changed this at the desk of' */
  what: string
  /** For those who know nothing of it. */
  advice: string
}

/** An e-mail to each address. */
export function guardedNotices({
  personId,
  what,
  changes,
  tell,
  advice,
  siteUrl,
  now,
}: GuardedNotice): NewMail[] {
  const { host } = new URL(siteUrl)
  const occasion = randomUUID()
  return [...new Set(tell.map(normalizeAddress))].map((recipient, index) => ({
    mailKey: `security-notice ${personId} ${occasion} ${index}`,
    kind: 'security-notice',
    recipient,
    personId,
    subject: `Settings that customers of ${host} depend on have changed`.slice(0, 200),
    text: [
      `On ${formatLondonTime(now.toISOString())} ${what} ${host}:`,
      '',
      ...changes,
      '',
      `If you know about it, you need do nothing. ${advice}`,
      '',
    ].join('\n'),
  }))
}

/** Contains no link, so that nobody learns to follow one in such an email, and no secret. */
function securityNotice(
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
      `On ${formatLondonTime(now.toISOString())} something changed in how you sign in to the desk of ${host}:`,
      '',
      `${what}.`,
      '',
      'If that was you, or someone you asked, you need do nothing.',
      '',
      'If not, someone else may be able to sign in as you. Ask an owner of the desk to reset your sign-in under People at once. A reset ends all your sessions and removes your password, passkeys and authenticator app. If you are the only owner, ask the person who runs the server to reset it; the manual has the command, under Signing in.',
      '',
      'Then look under Changes to see what was done in your name.',
      '',
    ].join('\n'),
  }
}
