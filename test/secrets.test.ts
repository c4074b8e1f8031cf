/** No response or log line contains a secret, and no response an internal detail, even while everything fails. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { NO_DATABASE } from './broken-backend.ts'
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

test('no secret is shown or logged with a hosted backend that echoes its requests', async () => {
  const backend = createServer((request, response) => {
    const { authorization, apikey } = request.headers
    const message = `relation lost, ${authorization} and ${apikey}, in SELECT price FROM inner_table`
    response
      .writeHead(500, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ code: 'XX000', message, details: message, hint: message }))
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void backend.close())
  onTestFinished(() => void backend.closeAllConnections())
  const privateUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/`
  const server = await startServer({
    BACKEND_URL: 'https://data.plates.test',
    BACKEND_PRIVATE_URL: privateUrl,
    BACKEND_ANON_KEY: signToken({ role: 'anon' }, 'x'.repeat(40)),
    DATABASE_URL: NO_DATABASE,
  })
  const answers = await askForEverything(server)
  expectNoLeak(
    answers,
    ['hush-database'],
    [...[...INSIDE, server.dataDir, 'relation lost', 'inner_table'], privateUrl.replace(/\/$/, '')],
  )
  expect(server.output.err).toContain('relation lost')
  expectNotLogged(await server.end(), ['hush-database'])
})
