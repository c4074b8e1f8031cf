import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '#env.ts'
import { requireBuild } from '#scripts/build-state.mjs'
import { createSite } from '#server/create-site.ts'
import { CIRCUIT_TIMES } from '#server/resilience/circuit-breaker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('a running site still serves the files of its own build after a new build', async () => {
  requireBuild()
  const folder = temporaryFolder()
  const place = (from: string, to: string) => {
    symlinkSync(resolve('build', from), join(folder, to))
  }
  mkdirSync(join(folder, 'build/superseded'), { recursive: true })
  for (const part of ['client', 'server']) place(part, `build/${part}`)
  const log = { request: () => {}, error: () => {}, info: () => {} }
  const env = parseEnv({ DATA_DIR: temporaryFolder() })
  const site = await createSite(env, log, CIRCUIT_TIMES, pathToFileURL(join(folder, 'build/')))
  onTestFinished(() => site.close())
  const ask = async (path: string) => site.fetch(new Request(`http://127.0.0.1:3000${path}`))
  const [script = ''] = (await (await ask('/')).text()).match(/\/assets\/entry\.client-[\w-]+\.js/) ?? []

  rmSync(join(folder, 'build'), { recursive: true })
  mkdirSync(join(folder, 'build/client/assets'), { recursive: true })
  mkdirSync(join(folder, 'build/superseded'))
  place('client/assets', 'build/superseded/assets')
  const { status, headers } = await ask(script)
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await ask('/assets/nothing.js')).status).toBe(404)
})

test('a build has no error class of the services, so that each is the one that the server throws', () => {
  requireBuild()
  for (const bundle of ['build/server/index.js', 'build/desk/server/index.js']) {
    const code = readFileSync(bundle, 'utf8')
    expect(code).toContain('#shared/')
    expect(code.match(/class \w*(?:Conflict|Refusal|Refused|DataError)\b/g)).toBeNull()
  }
})
