import { spawn } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { PLATES_UNAVAILABLE } from '#app/features/plates/plates-unavailable.tsx'
import { AWAY } from '#test/broken-backend.ts'
import { freePort } from '#test/free-port.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

test('in development, too, the site and the desk are served over the PostgreSQL that DATABASE_URL names, and a change that needs a restart is named', async () => {
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DEV_PORT: String(await freePort()),
      DATA_DIR: temporaryFolder(),
      ...AWAY,
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
  // The first rendering compiles the pages; on a busy machine, that can take long.
  await expect
    .poll(
      async () => {
        page = await (await fetch(`${address}/plates`)).text()
        return page
      },
      { timeout: 60_000 },
    )
    .toContain(PLATES_UNAVAILABLE)
  expect(output).toContain('The data are those of the hosted backend.')
  const signIn = await fetch(`${address}/desk`)
  expect(new URL(signIn.url).pathname).toBe('/desk/sign-in')
  expect(await signIn.text()).toContain('/desk/app/entry.client.tsx')
  const now = new Date()
  utimesSync('services/action.ts', now, now)
  await expect.poll(() => output).toContain('services/action.ts has changed')
})
