import { mkdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { passwordsOf } from '#env.ts'
import { writeFileAtomically } from '../durable-file.ts'
import { redactor } from '../log.ts'
import { RecipientRefused, SendFailure, stepOf } from './send-failure.ts'

export interface Mail {
  messageId: string
  fileName: string
  date: Date
  from: { name: string; address: string }
  to: string | readonly string[]
  replyTo?: readonly { name: string; address: string }[]
  subject: string
  text: string
  headers: Record<string, string>
  /** Message-IDs that make mail programs show the email with its conversation. */
  inReplyTo?: string
  references?: string[]
}

export interface Mailer {
  readonly kind: 'smtp' | 'file'
  /**
   * Resolves when the SMTP server has accepted the email or the file is on disk.
   * @returns the response of the server, '250 2.0.0 Ok: queued as 4F1'; null for a file
   * @throws SendFailure, without the SMTP password; RecipientRefused among them
   */
  send(mail: Mail, deadlineMs: number): Promise<string | null>
}

/** As in nodemailer; RFC 2047 allows 75 with the header's name. */
const MAX_ENCODED_WORD_LENGTH = 52

export function createMailer({ SMTP_URL, DATA_DIR }: { SMTP_URL?: string; DATA_DIR: string }): Mailer {
  return SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(mailFolder(DATA_DIR))
}

export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

function smtpMailer(smtpUrl: string): Mailer {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  const redact = redactor(passwordsOf(smtpUrl))
  const needsTls = url.username !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  return {
    kind: 'smtp',
    async send(mail, deadlineMs) {
      let socket: Socket | undefined
      const transport = createTransport({
        url: smtpUrl,
        ...(needsTls ? { requireTLS: true } : {}),
        connectionTimeout: deadlineMs,
        greetingTimeout: deadlineMs,
        socketTimeout: deadlineMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        // Our own socket enforces the deadline, because a server that responds byte by byte resets nodemailer's
        // timeouts.
        getSocket(_options, done) {
          socket = connect({ host, port })
          socket.once('error', done)
          socket.once('connect', () => {
            socket?.off('error', done)
            done(null, { connection: socket as Socket })
          })
        },
      })
      const timer = setTimeout(() => {
        socket?.destroy(new Error(`The mail server did not finish within ${deadlineMs / 1000} s`))
      }, deadlineMs)
      try {
        // If only some recipients are refused, the others have the email and must not get it again with each retry.
        const { accepted, rejected, response } = await transport.sendMail(withEncodedWords(mail))
        if (accepted.length === 0) throw new Error(`The mail server refused ${rejected.join(', ')}`)
        return redact(response)
      } catch (error) {
        // The message is logged and stored, and some servers repeat what they received, so the password is removed.
        const reason = redact(error instanceof Error ? error.message : String(error))
        throw isRecipientRefused(error)
          ? new RecipientRefused(reason)
          : new SendFailure(reason, stepOf(error))
      } finally {
        clearTimeout(timer)
        transport.close()
        socket?.destroy()
      }
    },
  }
}

/** RFC 3463: refused by policy, for example because the server does not relay for us. */
const POLICY = /\b5\.7\.\d+\b/

/** A 5xx for the recipient. A 5xx for our sign-in, our sender or our right to send says nothing about the recipient. */
const isRecipientRefused = (error: unknown) =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  !POLICY.test(error.message)

function fileMailer(folder: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    kind: 'file',
    async send(mail) {
      const { message } = await composer.sendMail({
        ...withEncodedWords(mail),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(join(folder, mail.fileName), message as Buffer)
      return null
    },
  }
}

// Prevents header injection: nodemailer passes a subject such as `=?utf-8?Q?=0D=0A?=` through for mail programs to
// decode. A name like that is dropped, because some programs decode encoded words even in quotes.
function withEncodedWords({ subject, from, to, replyTo, headers, ...mail }: Mail) {
  const value = encodeWord(subject, 'Q', MAX_ENCODED_WORD_LENGTH)
  return {
    ...mail,
    from: withPlainName(from),
    to: [to].flat(),
    ...(subject.includes('=?')
      ? { headers: { ...headers, Subject: { prepared: true, foldLines: true, value } } }
      : { headers, subject }),
    replyTo: replyTo?.map(withPlainName),
  }
}

const withPlainName = ({ name, address }: Mail['from']) => ({
  name: name.includes('=?') ? '' : name,
  address,
})
