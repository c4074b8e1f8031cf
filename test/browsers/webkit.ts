import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'
import { type Browser, waitFor } from './browser.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf' // the key of an element in WebDriver

/** WebKitGTK by its WebDriver, in a window on a display of its own. */
export async function openWebkit(driver: string): Promise<Browser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11' },
  })
  const root = `http://127.0.0.1:${port}`
  await waitFor('WebKitWebDriver does not listen', () =>
    fetch(`${root}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const session = `/session/${sessionId}`

  async function send<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(root + path, { method, body: body && JSON.stringify(body) })
    const { value } = (await response.json()) as { value: Value & { message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }

  const run = <Value>(script: string) => send<Value>('POST', `${session}/execute/sync`, { script, args: [] })

  return {
    async resize(width, height) {
      // The window has a toolbar, and is never narrower than that: some 450 pixels.
      await send('POST', `${session}/window/rect`, { width, height })
      const [innerWidth = 0, innerHeight = 0] = await run<number[]>('return [innerWidth, innerHeight]')
      const rect = { width: 2 * width - innerWidth, height: 2 * height - innerHeight }
      await send('POST', `${session}/window/rect`, rect)
    },
    async open(url) {
      await send('POST', `${session}/url`, { url })
    },
    evaluate: (body) => run(body),
    async click(finder) {
      const element = await run<Record<string, string>>(`return ${finder}`)
      await send('POST', `${session}/element/${element[ELEMENT]}/click`, {})
    },
    async type(text) {
      const element = await send<Record<string, string>>('GET', `${session}/element/active`)
      await send('POST', `${session}/element/${element[ELEMENT]}/value`, { text })
    },
    async screenshot() {
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64')
    },
    async close() {
      await send('DELETE', session).catch(() => {})
      await Promise.all([end(child), end(screen)])
    },
  }
}

async function end(child: ChildProcess) {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
