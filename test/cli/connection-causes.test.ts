/** A server that answers as PostgreSQL does while a connection is made, asked through the driver of the commands. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { describeDataError } from '#cli/retry.ts'
import type { DataFault } from '#data/data-fault.ts'
import { openPostgres } from '#data/open-postgres.ts'
import { makeCertificate } from '../certificate.ts'

async function listen(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, ErrorResponse */
function refuse(code: string) {
  const fields = Buffer.from(`SFATAL\0C${code}\0MAs the test wants it\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return (socket: Socket) => void socket.end(Buffer.concat([head, fields]))
}

/** AuthenticationSASL, and AuthenticationSASLContinue */
function askForPassword(socket: Socket) {
  socket.write('R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0')
  socket.once('data', () => socket.write('R\0\0\0\x09\0\0\0\x0br'))
}

/** Accepts TLS, with a certificate that nobody vouches for. */
function speakTls(socket: Socket) {
  socket.write('S')
  new TLSSocket(socket, { isServer: true, ...makeCertificate() }).on('error', () => {})
}

it.each<[name: string, answer: (socket: Socket) => void, query: string, cause: string]>([
  ['a wrong password', refuse('28P01'), '', 'the password is wrong'],
  ['no password', askForPassword, '', 'the password is wrong or missing'],
  ['a user without access', refuse('28000'), '', 'it does not let this user in'],
  ['an unknown database', refuse('3D000'), '', 'it has no database of that name'],
  ['no connection left', refuse('53300'), '', 'all of its connections are in use'],
  ['a certificate of somebody else', speakTls, '?sslmode=verify-full', 'its certificate is not accepted'],
  ['no TLS', (socket) => socket.end('N'), '?sslmode=verify-full', 'it speaks no TLS'],
])('a command that cannot reach its database says why: %s', async (_name, answer, query, cause) => {
  expect(await describe(`postgres://site@127.0.0.1:${await listen(answer)}/plates${query}`)).toContain(
    `its database cannot be reached, because ${cause}`,
  )
})

it('a command that cannot reach its database says why: an unknown name', async () => {
  expect(await describe('postgres://site@db.invalid/plates')).toContain('no machine of that name is found')
})

async function describe(url: string): Promise<string> {
  const database = openPostgres(url)
  const fault = await sql`SELECT 1`.execute(database).catch((error: DataFault) => error)
  await database.destroy()
  return describeDataError(fault as DataFault)
}
