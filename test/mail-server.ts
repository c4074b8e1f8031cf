/** A real SMTP server whose behaviour (`mood`) the test sets. */

import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Mood =
  | 'takes'
  /** 550: permanent refusal. */
  | 'refuses'
  /** 451: try again later. */
  | 'greylists'
  /** Drops the connection after the message, without accepting it. */
  | 'drops'
  /** Accepts the message but drops the connection before replying. */
  | 'takes and drops'
  | 'dawdles'

export interface MailServer {
  url: string
  port: number
  taken: string[]
  acceptedUnacknowledged: string[]
  connections: number
  mood: Mood
  read(): Promise<Email[]>
  close(): Promise<void>
}

export async function startMailServer(
  options: SMTPServerOptions & { mood?: Mood; port?: number; dawdleMs?: number } = {},
): Promise<MailServer> {
  const { mood = 'takes', port = 0, dawdleMs = 60_000, ...rest } = options
  const state = { mood, taken: [] as string[], acceptedUnacknowledged: [] as string[], connections: 0 }
  const refusal = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode })
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: rest.secure || rest.key ? [] : ['STARTTLS'],
    onConnect(_session, done) {
      state.connections += 1
      done()
    },
    onRcptTo(_address, _session, done) {
      if (state.mood === 'refuses') return done(refusal(550, 'No such mailbox'))
      if (state.mood === 'greylists') return done(refusal(451, 'Greylisted, come back later'))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      const hangUp = () => {
        for (const connection of server.connections)
          if (connection.session.id === session.id) connection._socket.destroy()
      }
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const message = Buffer.concat(chunks).toString()
        if (state.mood === 'drops') return hangUp()
        if (state.mood === 'dawdles')
          return void setTimeout(() => done(refusal(451, 'Too late')), dawdleMs).unref()
        state.taken.push(message)
        if (state.mood === 'takes and drops') {
          state.acceptedUnacknowledged.push(message)
          return hangUp()
        }
        done()
      })
    },
    ...rest,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actual } = server.server.address() as AddressInfo
  return Object.assign(state, {
    url: `${rest.secure ? 'smtps' : 'smtp'}://127.0.0.1:${actual}`,
    port: actual,
    read: () => Promise.all(state.taken.map((message) => PostalMime.parse(message))),
    close: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) connection._socket.destroy()
        server.close(() => resolve())
      }),
  })
}
