/** No response or log line contains a secret, and no response an internal detail, even while everything fails. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { asContact } from './enquiries/messages.ts'
import { startMailServer } from './mail-server.ts'
import { exchange } from './raw-http.ts'
import { ask, DOCUMENTS, fillPlaceholders, OTHERS, PICTURES } from './response-catalogue.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PASSWORD = 'hush/hush+1903'
const TOKEN = 'for-those-who-watch'

const INSIDE = [
  process.cwd(),
  'node_modules',
  '.ts:',
  '\n    at ',
  'SQLITE',
  'no such table',
  'node:internal',
]

async function startServer(environment: Record<string, string>) {
  const dataDir = temporaryFolder()
  const child = spawn(process.execPath, ['server.mjs'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output.out += chunk
      const open = output.out.match(/open at (http:\S+)/)?.[1]
      if (open) resolve(open)
    })
    child.once('close', () => reject(new Error(output.err)))
  })
  return {
    address,
    port: Number(new URL(address).port),
    dataDir,
    output,
    /** Stops the site. @returns all its output */
    async end() {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
      return output.out + output.err
    },
  }
}

/** Each response ends the connection, so this is for a busy machine. */
const QUIET_MS = 60_000

type Server = Awaited<ReturnType<typeof startServer>>

const enquiry = ask(
  'POST /functions/v1/send-email',
  ['Content-Type: application/json'],
  JSON.stringify(asContact()),
)

async function askForEverything({ port, address }: Server): Promise<[kind: string, answer: string][]> {
  const answers: [string, string][] = []
  for (const [kind, sent] of [...DOCUMENTS, ...OTHERS, ...PICTURES, ['an enquiry', enquiry] as const]) {
    const { status, headers, body } = await exchange(port, await fillPlaceholders(sent, address), QUIET_MS)
    expect([kind, status]).not.toEqual([kind, Number.NaN])
    answers.push([kind, `${status}\n${headers.flat().join('\n')}\n${body}`])
  }
  return answers
}

function expectNoLeak(answers: [string, string][], secrets: string[], inside: string[]) {
  const leaks = answers.flatMap(([kind, answer]) =>
    [...secrets, ...inside]
      .filter((words) => answer.includes(words))
      .map((words) => ({ kind, words, answer })),
  )
  expect(leaks).toEqual([])
}

function expectNotLogged(log: string, secrets: string[]) {
  for (const secret of secrets) expect(log).not.toContain(secret)
}

test('no secret is shown or logged with the embedded backend: in normal operation, and while database and mail server fail', async () => {
  const mail = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`The password ${password} is wrong`)),
  })
  onTestFinished(() => mail.close())
  const server = await startServer({
    SMTP_URL: mail.url.replace('//', `//dealer:${encodeURIComponent(PASSWORD)}@`),
    MAIL_RETRY_SECONDS: '1',
    METRICS_TOKEN: TOKEN,
  })
  const keys = JSON.parse(readFileSync(join(server.dataDir, 'keys.json'), 'utf8'))
  const secrets = [keys.secret, TOKEN, PASSWORD, encodeURIComponent(PASSWORD)]
  const inside = [...INSIDE, server.dataDir]
  expectNoLeak(await askForEverything(server), secrets, inside)

  const database = new DatabaseSync(join(server.dataDir, 'plateworthy.db'), { timeout: 2000 })
  database.exec('ALTER TABLE plates RENAME TO gone; ALTER TABLE enquiries RENAME TO gone_too')
  database.close()
  const failing = await askForEverything(server)
  expectNoLeak(failing, secrets, inside)
  expect(failing.filter(([, answer]) => answer.startsWith('503')).length).toBeGreaterThan(3)

  // The dealer can read what failed.
  await expect.poll(() => server.output.err).toContain('The password [hidden] is wrong')
  expect(server.output.err).toContain('no such table')
  expectNotLogged(await server.end(), secrets)
})

test('no secret is shown or logged with a PostgreSQL that echoes what it is sent', async () => {
  const database = createServer((socket) => {
    const sent: string[] = []
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      sent.push(chunk.toString())
      if (sent.length === 1) return socket.write(ASK_FOR_PASSWORD)
      const [, password = ''] = /^p....([^\0]*)/s.exec(chunk.toString()) ?? []
      socket.end(errorOf(`relation lost, ${password}, in SELECT price FROM inner_table`))
    })
  })
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void database.close())
  const { port } = database.address() as AddressInfo
  const addressOf = (role: string) => `postgres://${role}:hush-database@127.0.0.1:${port}/plateworthy`
  const server = await startServer({
    DATABASE_URL: addressOf('plateworthy_site'),
    PUBLIC_DATABASE_URL: addressOf('plateworthy_public'),
    PUBLIC_KEY_SECRET: KEY_SECRET,
  })
  const secrets = ['hush-database', KEY_SECRET]
  const answers = await askForEverything(server)
  expectNoLeak(answers, secrets, [...INSIDE, server.dataDir, 'relation lost', 'inner_table'])
  expect(server.output.err).toContain('relation lost, [hidden], in')
  expectNotLogged(await server.end(), secrets)
})

const KEY_SECRET = 'k'.repeat(40)

/** Of PostgreSQL's protocol: AuthenticationCleartextPassword. */
const ASK_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** Of PostgreSQL's protocol: ErrorResponse. */
function errorOf(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0CXX000\0M${message}\0\0`)
  const head = Buffer.from('E    ')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
