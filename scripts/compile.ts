// Starts the built server and asks for pages, which fills Node's compile cache for later starts; fails if one does not answer.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PATHS = ['/', '/plates', '/sales-explorer', '/contact', '/desk/sign-in', '/healthz', '/favicon.ico']

const folder = mkdtempSync(join(tmpdir(), 'plateworthy-compile-'))
const { PATH, BUILD_DIRECTORY, CACHE_DIRECTORY } = process.env
const env = { PATH, BUILD_DIRECTORY, CACHE_DIRECTORY, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' }
// In a folder without a file .env.
const server = spawn(process.execPath, [resolve('server.mjs')], {
  env,
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(server, 'exit')
try {
  const address = await new Promise<string>((open, fail) => {
    server.stdout.on('data', (text) => {
      const [, found] = String(text).match(/open at (http:\S+)/) ?? []
      if (found) open(found)
    })
    server.once('exit', () => fail(new Error('The built server does not start')))
  })
  for (const path of PATHS) {
    const { status } = await fetch(address + path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  if (!BUILD_DIRECTORY)
    spawnSync(process.execPath, [resolve('office.mjs'), 'doctor'], { env, cwd: folder, stdio: 'ignore' })
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
