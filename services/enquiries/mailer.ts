/** Two ways out for a message: a mail server, or where none is named a complete .eml file. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, unlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { passwordsOf } from '../../env.ts'
import { hiding } from '../log.ts'

export interface Mail {
  messageId: string
  /** The same message has the same file. */
  fileName: string
  date: Date
  from: { name: string; address: string }
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  headers: Record<string, string>
}

export interface Mailer {
  readonly kind: 'smtp' | 'file'
  /**
   * Resolves when somebody else answers for the message: a mail server has taken it, or it lies on the disk.
   * After the deadline nothing of it goes out any more.
   */
  send(mail: Mail, deadlineMs: number): Promise<void>
}

/** As nodemailer has it; RFC 2047 allows 75, the line's name included. */
const LONGEST_ENCODED_WORD = 52

export function openMailer({ SMTP_URL, DATA_DIR }: { SMTP_URL?: string; DATA_DIR: string }): Mailer {
  return SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(mailFolder(DATA_DIR))
}

export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

function smtpMailer(smtpUrl: string): Mailer {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  // A password goes to another machine over TLS or not at all.
  const hide = hiding(passwordsOf(smtpUrl))
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
        // We hold the socket, so that a deadline is one: a server that dribbles keeps every other timer awake.
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
        const { rejected } = await transport.sendMail(withEncodedWords(mail))
        if (rejected.length > 0) throw new Error(`The mail server refused ${rejected.join(', ')}`)
      } catch (error) {
        // What it said is logged and kept with the enquiry, and some repeat what they were sent.
        throw new Error(hide(error instanceof Error ? error.message : String(error)))
      } finally {
        clearTimeout(timer)
        transport.close()
        socket?.destroy()
      }
    },
  }
}

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
      await writeWhole(folder, mail.fileName, message as Buffer)
    },
  }
}

/**
 * A subject such as `=?utf-8?Q?=0D=0A?=` is encoded once more: nodemailer passes plain ASCII on as it is, and the reader's
 * mail program would decode it, to line breaks or to marks that turn the text round. A name like that is left out, as
 * nodemailer would put it into quotes, where some programs decode it as well; the text of the mail has it.
 */
function withEncodedWords({ subject, replyTo, headers, ...mail }: Mail) {
  const value = encodeWord(subject, 'Q', LONGEST_ENCODED_WORD)
  return {
    ...mail,
    ...(subject.includes('=?')
      ? { headers: { ...headers, Subject: { prepared: true, foldLines: true, value } } }
      : { headers, subject }),
    ...(replyTo && { replyTo: replyTo.name.includes('=?') ? { ...replyTo, name: '' } : replyTo }),
  }
}

/** A file that is there whole or not at all, also after a power cut. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}.${randomBytes(4).toString('hex')}`)
  try {
    const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw error
  }
  const directory = await open(folder, 'r')
  await directory.sync().catch(() => {}) // not every file system can
  await directory.close()
}
