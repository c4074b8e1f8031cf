/**
 * The step at which sending failed:
 * - `connect`: the server was unreachable, too slow, or did not speak SMTP
 * - `encryption`: no encrypted connection with a valid certificate
 * - `sign-in`, `sender`, `recipient`, `message`: the server refused it
 */
export type SendStep = 'connect' | 'encryption' | 'sign-in' | 'sender' | 'recipient' | 'message'

/** The mail server did not accept an email. The message says why, without the password. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly step: SendStep

  constructor(message: string, step: SendStep) {
    super(message)
    this.step = step
  }
}

/** The mail server permanently refuses the recipient, for example because there is no such mailbox. */
export class RecipientRefused extends SendFailure {
  override name = 'RecipientRefused'

  constructor(message: string) {
    super(message, 'recipient')
  }
}

/** Derived from the codes and commands of nodemailer. */
export function stepOf(error: unknown): SendStep {
  const { code, command, message } = error as { code?: unknown; command?: unknown; message?: unknown }
  if (code === 'EAUTH' || code === 'ENOAUTH' || String(command).startsWith('AUTH')) return 'sign-in'
  if (code === 'ETLS' || command === 'STARTTLS' || /certificate|\bTLS\b|\bSSL\b/i.test(String(message)))
    return 'encryption'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return command === 'DATA' || code === 'EMESSAGE' ? 'message' : 'connect'
}
