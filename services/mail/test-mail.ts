/** Test emails that the dealer sends to check delivery, directly to the mail server so that its response is known. */
import { randomUUID } from 'node:crypto'
import type { Database } from '#data/tables.ts'
import { domainOf, emailFault } from '#shared/text/email-address.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatList } from '#shared/text/format.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { formatLondonTime } from '../london-time.ts'
import { type Limit, RateLimit } from '../rate-limit.ts'
import type { Mail, Mailer } from './mailer.ts'
import { SendFailure, type SendStep } from './send-failure.ts'

export type TestMailResult =
  /** The server accepted it. */
  | { outcome: 'accepted'; to: string; said: string }
  /** There is no mail server; the file is in the folder `mail` of DATA_DIR. */
  | { outcome: 'file'; to: string; fileName: string }
  | { outcome: 'refused'; to: string; step: SendStep; said: string; advice: string }
  /** Nothing was sent: the address is invalid. */
  | { outcome: 'invalid'; message: string }
  /** Nothing was sent: the rate limit is reached. */
  | { outcome: 'slow-down'; retryAfterSeconds: number }

interface TestMail {
  to: string
  /** The site's own address. */
  from: string
  /** The Reply-To address. */
  replyTo: readonly string[]
  firm: string
}

export type SendTestMail = (database: Database, mail: TestMail, actor: Actor) => Promise<TestMailResult>

const DEADLINE_MS = 20_000

/** Five at once, then one every two minutes: enough for testing settings, too few for abuse. */
const PER_SITE: Limit = { burst: 5, msPerToken: 120_000 }

/** Create one per process, because it counts. @throws DataError after sending if the audit trail cannot be written */
export function createTestMail(mailer: Mailer, now?: () => number): SendTestMail {
  const limit = new RateLimit(now)
  return async (database, { to: typed, from, replyTo, firm }, actor) => {
    const to = typed.trim()
    const fault = emailFault(to)
    if (fault) return { outcome: 'invalid', message: fault }
    const retryAfterSeconds = limit.take([['test mail', PER_SITE]])
    if (retryAfterSeconds > 0) return { outcome: 'slow-down', retryAfterSeconds }
    const mail = composeTestMail({ to, from, replyTo, firm }, actor.person, new Date())
    const result = await send(mailer, mail, to)
    // Only the domain, because the audit trail contains no addresses.
    const end = { accepted: 'accepted', file: 'saved as a file', refused: 'not accepted' }[result.outcome]
    await action(database, 'note a test mail', (transaction) =>
      noteChange(transaction, actor, 'test mail', `a test e-mail to an address at ${domainOf(to)}: ${end}`),
    )
    return result
  }
}

async function send(mailer: Mailer, mail: Mail, to: string) {
  try {
    const said = await mailer.send(mail, DEADLINE_MS)
    return said === null
      ? { outcome: 'file' as const, to, fileName: mail.fileName }
      : { outcome: 'accepted' as const, to, said: shorten(said) }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    const { step, message } = error
    return { outcome: 'refused' as const, to, step, said: shorten(message), advice: ADVICE[step] }
  }
}

const shorten = (text: string) => escapeLine(text.replace(/\s+/g, ' '), 400)

const ADVICE: Record<SendStep, string> = {
  connect:
    'The mail server could not be reached, or what answered was not a mail server. Check the host and the port in SMTP_URL (587, or 465 with smtps). Some hosting firms block these ports until they are asked to open them.',
  encryption:
    'A secure connection could not be made, so nothing was sent. Use the host name in the mail server’s certificate, not its IP address, and the matching port (587, or 465 with smtps).',
  'sign-in':
    'The mail server did not accept the user name and password in SMTP_URL. Many services need an app password or an SMTP key instead of your usual password. Write characters such as @ and / as %40 and %2F.',
  sender:
    'The mail server does not let you send from the address in ENQUIRIES_FROM. Use one that belongs to this account, or have your mail provider confirm it as a sender.',
  recipient:
    'The mail server does not accept mail for this address. Check its spelling. If it is right, the server’s answer says what is wrong.',
  message:
    'The mail server read the e-mail and refused it. Its answer says why: often an unconfirmed sender, or a limit of the account.',
}

function composeTestMail({ to, from, replyTo, firm }: TestMail, person: string, now: Date): Mail {
  const id = randomUUID()
  return {
    messageId: `<test.${id}@${domainOf(from)}>`,
    fileName: `${now.toISOString().slice(0, 10)}-test-${id}.eml`,
    date: now,
    from: { name: firm, address: from },
    to,
    replyTo: replyTo.join() === from ? undefined : replyTo.map((address) => ({ name: firm, address })),
    subject: `Test e-mail from ${firm}`,
    text: [
      `${person} sent this from the desk of ${firm} on ${formatLondonTime(now.toISOString())}, to check that e-mails arrive.`,
      '',
      'It has arrived. Please check three things:',
      '',
      '1. Was it in the inbox or in the spam folder?',
      '2. Open its source (“Show original” or “View message source”) and find the Authentication-Results line. It should say spf=pass, dkim=pass and dmarc=pass.',
      `3. Reply to it: the reply should arrive at ${formatList([...replyTo])}.`,
      '',
      'The DKIM-Signature line in the source has your selector after s=. The desk can look up its key, under Firm, Mail.',
      '',
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
