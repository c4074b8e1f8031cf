import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend, openData } from '#db/embedded.ts'
import { type Mood, startMailServer } from '#test/mail-server.ts'
import { temporaryDataDir, temporaryFolder } from '#test/temporary-folder.ts'
import { readAudit } from '../audit/audit-log.ts'
import { createMailer } from './mailer.ts'
import { createTestMail } from './test-mail.ts'

const ANN = { person: 'Ann Barker', via: 'desk' } as const
const MAIL = {
  to: 'ann@plates.example.com',
  from: 'website@plates.uk',
  replyTo: ['hello@plates.uk'],
  firm: 'Plates & Co',
}

function openTrail() {
  const dataDir = temporaryDataDir({ seed: false })
  openBackend({ dataDir, seed: false }).close()
  const database = openData(dataDir)
  onTestFinished(() => database.destroy())
  const changes = async () => (await readAudit(database)).map(({ change }) => change)
  return { database, changes }
}

async function sending(options: SMTPServerOptions & { mood?: Mood } = {}, user = '') {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  const { database, changes } = openTrail()
  const url = server.url.replace('//', `//${user}`)
  const send = createTestMail(createMailer({ SMTP_URL: url, DATA_DIR: temporaryFolder() }), () => 1_000)
  return {
    server,
    changes,
    send: (given: Partial<typeof MAIL> = {}) => send(database, { ...MAIL, ...given }, ANN),
  }
}

const refusal = (message: string) => Object.assign(new Error(message), { responseCode: 550 })

test('the response of the mail server to a test email is shown, and the audit trail contains no address', async () => {
  const { send, server, changes } = await sending()
  expect(await send()).toMatchObject({
    outcome: 'accepted',
    to: MAIL.to,
    said: expect.stringMatching(/^250 /),
  })
  const [mail] = await server.read()
  expect(mail?.from).toEqual({ name: 'Plates & Co', address: MAIL.from })
  expect(mail?.replyTo).toEqual([{ name: 'Plates & Co', address: MAIL.replyTo[0] }])
  expect(mail?.text).toContain('Ann Barker sent this from the desk of Plates & Co')
  expect(await changes()).toEqual(['a test e-mail to an address at plates.example.com: accepted'])
})

test.each<[string, SMTPServerOptions & { mood?: Mood }, string]>([
  ['recipient', { mood: 'refuses' }, 'No such mailbox'],
  ['recipient', { mood: 'greylists' }, 'Greylisted'],
  [
    'sender',
    { onMailFrom: (_address, _session, done) => done(refusal('Sender not confirmed')) },
    'Sender not confirmed',
  ],
  [
    'message',
    {
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(refusal('Daily limit reached')))
      },
    },
    'Daily limit reached',
  ],
])(
  'a refusal of the %s by the mail server is explained together with its message',
  async (step, options, said) => {
    const { send, changes } = await sending(options)
    expect(await send()).toMatchObject({ outcome: 'refused', step, said: expect.stringContaining(said) })
    expect(await changes()).toEqual(['a test e-mail to an address at plates.example.com: not accepted'])
  },
)

test('a refused sign-in is reported as such, without the password', async () => {
  const { send } = await sending(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => done(refusal(`Bad password ${password}`)),
    },
    'ann:s3cret@',
  )
  const result = await send()
  expect(result).toMatchObject({ outcome: 'refused', step: 'sign-in' })
  expect(JSON.stringify(result)).not.toContain('s3cret')
})

test('an unreachable server is reported as such', async () => {
  const { send, server } = await sending()
  await server.close()
  expect(await send()).toMatchObject({ outcome: 'refused', step: 'connect' })
})

test('an invalid certificate is reported as such', async () => {
  const { send } = await sending({ secure: true })
  expect(await send()).toMatchObject({ outcome: 'refused', step: 'encryption' })
})

test('without a mail server the test email says which file was written', async () => {
  const folder = temporaryFolder()
  const { database } = openTrail()
  const result = await createTestMail(createMailer({ DATA_DIR: folder }))(database, MAIL, ANN)
  expect(result).toMatchObject({ outcome: 'file' })
  expect(readdirSync(join(folder, 'mail'))).toEqual([result.outcome === 'file' && result.fileName])
})

test.each([
  '',
  'ann',
  'ann@plates.uk\r\nBcc: x@y.uk',
  'a@b.uk, c@d.uk',
  '"<x>"@b.uk',
  `${'a'.repeat(300)}@b.uk`,
])('no test email is sent to %j', async (to) => {
  const { send, server, changes } = await sending()
  expect(await send({ to })).toMatchObject({ outcome: 'invalid' })
  expect([server.connections, await changes()]).toEqual([0, []])
})

test('after five test emails the dealer is asked to wait', async () => {
  const { send, server } = await sending()
  for (let index = 0; index < 5; index++) expect((await send()).outcome).toBe('accepted')
  expect(await send()).toEqual({ outcome: 'slow-down', retryAfterSeconds: 120 })
  expect(server.taken).toHaveLength(5)
})
