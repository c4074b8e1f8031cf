import { spawn } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startBrokenBackend } from '#test/broken-backend.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('in development, too, the site and the desk are served over the backend that BACKEND_URL names, and a change that needs a restart is named', async () => {
  const backend = await startBrokenBackend(temporaryFolder())
  onTestFinished(() => backend.close())
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DEV_PORT: String(await freePort()),
      DATA_DIR: temporaryFolder(),
      BACKEND_URL: backend.url,
      BACKEND_ANON_KEY: backend.anonKey,
      DATABASE_URL: backend.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const open = /open at (http:\S+?),/.exec(output)?.[1]
      if (open) resolve(open)
    })
    child.once('close', () => resolve(output))
  })
  let page = ''
  // The first rendering compiles the pages; on a busy machine, the stock can be late for it.
  await expect
    .poll(
      async () => {
        page = await (await fetch(`${address}/plates`)).text()
        return page
      },
      { timeout: 60_000 },
    )
    .toContain('118,000')
  expect(backend.asked).toContain('GET /rest/v1/plates')
  expect(page).toContain(`data-backend-url="${backend.url}/rest/v1"`)
  expect(page).toContain(`data-backend-key="${backend.anonKey}"`)
  expect((await fetch(`${address}/rest/v1/plates`)).status).toBe(404)
  const signIn = await fetch(`${address}/desk`)
  expect(new URL(signIn.url).pathname).toBe('/desk/sign-in')
  expect(await signIn.text()).toContain('/desk/app/entry.client.tsx')
  const now = new Date()
  utimesSync('services/action.ts', now, now)
  await expect.poll(() => output).toContain('services/action.ts has changed')
})
