import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from './browser.ts'

interface Message {
  id?: number
  type: string
  result?: unknown
  message?: string
}

/** Speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which Firefox offers by itself. */
class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      const message: Message = JSON.parse(data)
      this.#waiting.get(message.id ?? 0)?.(message)
    }
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new Connection(socket)
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId
    const answer = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    this.#waiting.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`)
    return answer.result as Result
  }

  close() {
    this.#socket.close()
  }
}

interface Evaluated {
  type: string
  result: { value?: unknown; sharedId?: string }
  exceptionDetails?: { text: string }
}

export async function openFirefox(path: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'plateworthy-firefox-'))
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    },
  )
  const connection = await Connection.open(`${await listeningAddress(child)}/session`)
  await connection.send('session.new', { capabilities: {} })
  const { contexts } = await connection.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context

  async function call(functionDeclaration: string): Promise<Evaluated['result']> {
    const answer = await connection.send<Evaluated>('script.callFunction', {
      functionDeclaration,
      target: { context },
      awaitPromise: true,
    })
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return answer.result
  }

  const act = (actions: object[]) => connection.send('input.performActions', { context, actions })

  return {
    async resize(width, height) {
      await connection.send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async open(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(body) {
      const { value } = await call(`async () => JSON.stringify(await (async () => { ${body} })())`)
      return value === undefined ? undefined : JSON.parse(String(value))
    },
    async click(finder) {
      const { sharedId } = await call(`() => ${finder}`)
      const origin = { type: 'element', element: { sharedId } }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act([{ type: 'pointer', id: 'mouse', actions }])
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keyboard', actions }])
    },
    async screenshot() {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(data, 'base64')
    },
    async close() {
      const isGone = once(child, 'exit')
      await connection.send('browser.close', {})
      await isGone
      connection.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Firefox chooses a free port and prints it. */
function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Firefox ended: ${output}`)))
  })
}
