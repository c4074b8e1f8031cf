import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '#env.ts'
import { requireBuild } from '#scripts/build-state.mjs'
import { createSite } from '#server/create-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('a running site still serves the files of its own build after a new build, those of the desk as well', async () => {
  requireBuild()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'build'))
  for (const part of ['client', 'desk', 'server'])
    symlinkSync(resolve('build', part), join(folder, 'build', part))
  const log = { request: () => {}, error: () => {}, info: () => {} }
  const env = parseEnv({ DATA_DIR: temporaryFolder() })
  const site = await createSite(env, log, pathToFileURL(join(folder, 'build/')))
  onTestFinished(() => site.close())
  site.startOutbox()
  const ask = async (path: string) => site.fetch(new Request(`http://127.0.0.1:3000${path}`))
  const scriptOf = async (page: string) => {
    const text = await (await ask(page)).text()
    return /(?:\/desk)?\/assets\/entry\.client-[\w-]+\.js/.exec(text)?.[0] ?? ''
  }
  const scripts = [await scriptOf('/'), await scriptOf('/desk/sign-in')]
  expect(scripts[1]).toMatch(/^\/desk\//)

  rmSync(join(folder, 'build'), { recursive: true })
  for (const script of scripts) {
    const { status, headers } = await ask(script)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  for (const path of ['/assets/nothing.js', '/desk/assets/nothing.js', '/plateworthy.db'])
    expect((await ask(path)).status).toBe(404)
})

test('the bundle of the server has each error class once, so that the desk catches what a service throws', () => {
  requireBuild()
  const classes = [
    ...readFileSync('build/bundle/server.js', 'utf8').matchAll(/\b(\w*(?:Error|Conflict)) = class /g),
  ].map(([, name]) => name)
  for (const name of ['DataError', 'ChangeConflict', 'ArticleConflict', 'EnquiryConflict'])
    expect([name, classes.filter((other) => other === name).length]).toEqual([name, 1])
})
