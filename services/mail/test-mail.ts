/** Test emails that the dealer sends to check delivery, directly to the mail server so that its response is known. */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { escapeLine } from '../../app/shared/escape-control.ts'
import { formatList } from '../../app/shared/format.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/audit-log.ts'
import { domainOf, formatLondonTime } from '../enquiries/enquiry-email.ts'
import { type Limit, RateLimit } from '../enquiries/rate-limit.ts'
import { emailFault } from '../people/person-store.ts'
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

export type SendTestMail = (client: BackendClient, mail: TestMail, actor: Actor) => Promise<TestMailResult>

const DEADLINE_MS = 20_000

/** Five at once, then one every two minutes: enough for testing settings, too few for abuse. */
const PER_SITE: Limit = { burst: 5, msPerToken: 120_000 }

/** Create one per process, because it counts. @throws DataError after sending if the audit trail cannot be written */
export function createTestMail(mailer: Mailer, now?: () => number): SendTestMail {
  const limit = new RateLimit(now)
  return async (client, { to: typed, from, replyTo, firm }, actor) => {
    const to = typed.trim()
    const fault = emailFault(to)
    if (fault) return { outcome: 'invalid', message: fault }
    const retryAfterSeconds = limit.take([['test mail', PER_SITE]])
    if (retryAfterSeconds > 0) return { outcome: 'slow-down', retryAfterSeconds }
    const mail = composeTestMail({ to, from, replyTo, firm }, actor.person, new Date())
    const result = await send(mailer, mail, to)
    // Only the domain, because the audit trail contains no addresses.
    const end = { accepted: 'accepted', file: 'written to a file', refused: 'not accepted' }[result.outcome]
    await recordChange(client, actor, 'test mail', `a test mail to an address at ${domainOf(to)}: ${end}`)
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
    'The mail server could not be reached, or did not answer as one. Check the host and the port in SMTP_URL (587, or 465 with smtps). Some hosting firms block these ports until they are asked to open them.',
  encryption:
    'No safe connection came about, and nothing was sent without one. Use the host name that stands in the certificate of the mail server, not its IP address, and the port that belongs to it (587, or 465 with smtps).',
  'sign-in':
    'The mail server did not take the user name and the password in SMTP_URL. Many services want an app password or an SMTP key in place of the usual password; characters such as @ and / are written %40 and %2F.',
  sender:
    'The mail server does not let you send from the address in ENQUIRIES_FROM. Use one that belongs to this account, or have your mail provider confirm it as a sender.',
  recipient:
    'The mail server takes no mail for this address. Check its spelling; if it is right, the words of the server say what is wrong.',
  message:
    'The mail server read the mail and refused it. Its words say why: often it is a sender that is not confirmed, or a limit of the account.',
}

function composeTestMail({ to, from, replyTo, firm }: TestMail, person: string, now: Date): Mail {
  const id = randomUUID()
  return {
    messageId: `<test.${id}@${domainOf(from)}>`,
    fileName: `${now.toISOString().slice(0, 10)}-test-${id}.eml`,
    date: now,
    from: { name: firm, address: from },
    to,
    ...(replyTo.join() === from ? {} : { replyTo: replyTo.map((address) => ({ name: firm, address })) }),
    subject: `A test mail from ${firm}`,
    text: [
      `${person} sent this from the desk of ${firm} on ${formatLondonTime(now.toISOString())}, to see whether mails arrive.`,
      '',
      'It has arrived. Three things are worth a look:',
      '',
      '1. Was it in the inbox or among the spam?',
      '2. Show its source (“Show original” or “View message source”) and find the line Authentication-Results. It should say spf=pass, dkim=pass and dmarc=pass.',
      `3. Reply to it: the answer should come to ${formatList([...replyTo])}.`,
      '',
      'The line DKIM-Signature of the source has your selector after s=. The desk looks its key up for you, under Firm, Mail.',
      '',
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
