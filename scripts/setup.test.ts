/** scripts/setup.mjs on a checkout with a stub build that takes milliseconds. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { hash } from './build-state.mjs'

/** Writes an asset named after the page, then the bundle; the page's text selects a failure in between. */
const BUILDER = `#!/usr/bin/env node
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const page = readFileSync('app/page.txt', 'utf8')
const folder = (process.env.BUILD_DIRECTORY ?? 'build') + (process.argv[3] === 'desk' ? '/desk' : '')
mkdirSync(folder + '/client/assets', { recursive: true })
mkdirSync(folder + '/server')
writeFileSync(folder + '/client/assets/' + page + '.js', page)
if (page === 'broken') process.exit(1)
if (page === 'killed') process.kill(process.ppid, 'SIGKILL')
writeFileSync(folder + '/server/index.js', page)
`
const PAGES = `import { readFileSync } from 'node:fs'
if (readFileSync((process.env.BUILD_DIRECTORY ?? 'build') + '/server/index.js', 'utf8') === 'faulty') process.exit(1)
`

function checkout() {
  const root = temporaryFolder()
  for (const folder of ['scripts', 'app', 'node_modules/.bin'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['setup.mjs', 'browser.mjs', 'build-state.mjs', 'precompress.mjs'])
    copyFileSync(join('scripts', name), join(root, 'scripts', name))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  write('package.json', '{ "name": "checkout", "type": "module" }')
  write('package-lock.json', '{}')
  write('scripts/compile.ts', PAGES)
  write('node_modules/.installed-from', hash(root, ['package-lock.json', 'package.json']))
  for (const [command, code] of [
    ['react-router', BUILDER],
    ['vite', '#!/bin/sh\n'],
  ] as const) {
    write(`node_modules/.bin/${command}`, code)
    chmodSync(join(root, 'node_modules/.bin', command), 0o755)
  }
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  return {
    root,
    write,
    setUp(goal: string, environment: Record<string, string> = {}) {
      const { status, signal } = spawnSync(process.execPath, ['scripts/setup.mjs', goal], {
        cwd: root,
        stdio: 'ignore',
        env: { ...process.env, ...environment },
      })
      return status ?? signal
    },
    build(page: string) {
      write('app/page.txt', page)
      return this.setUp('build')
    },
    bundle: () => readFileSync(join(root, 'build/server/index.js'), 'utf8'),
    files: (folder: string) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.js'))
        .sort(),
  }
}

test('a build that fails, or whose pages cannot be rendered, leaves the current one unchanged', () => {
  const site = checkout()
  expect(site.build('first')).toBe(0)
  const before = readdirSync(join(site.root, 'build'), { recursive: true }).sort()
  for (const page of ['broken', 'faulty']) {
    expect(site.build(page)).toBe(1)
    expect(site.bundle()).toBe('first')
    expect(readdirSync(join(site.root, 'build'), { recursive: true }).sort()).toEqual(before)
  }
  expect(site.build('second')).toBe(0)
  expect(site.bundle()).toBe('second')
})

test('a build that is killed leaves the current one unchanged, and the next one is complete', () => {
  const site = checkout()
  site.build('first')
  expect(site.build('killed')).toBe('SIGKILL')
  expect(site.bundle()).toBe('first')
  expect(site.build('second')).toBe(0)
  expect(site.files('build/client/assets')).toEqual(['second.js'])
  expect(readdirSync(site.root).filter((name) => name.startsWith('build'))).toEqual(['build'])
})

test('the packaged Node is also found under npm 9 and 10, which do not link it', () => {
  const site = checkout()
  const link = join(site.root, 'node_modules/.bin/node')
  const folder = join(site.root, `node_modules/node-${process.platform}-${process.arch}/bin`)
  mkdirSync(folder, { recursive: true })
  renameSync(link, join(folder, 'node'))
  expect(site.setUp('install')).toBe(0)
  expect(realpathSync(link)).toBe(realpathSync(process.execPath))
})

test('installation runs no install script of a package', () => {
  const site = checkout()
  mkdirSync(join(site.root, 'guest'))
  const script = `node -e "require('fs').writeFileSync('${join(site.root, 'ran')}', '')"`
  const guest = { name: 'guest', version: '1.0.0', scripts: { install: script, postinstall: script } }
  site.write('guest/package.json', JSON.stringify(guest))
  site.write(
    'package.json',
    JSON.stringify({ name: 'checkout', version: '1.0.0', dependencies: { guest: 'file:guest' } }),
  )
  expect(site.setUp('install')).toBe(0)
  expect(existsSync(join(site.root, 'node_modules/guest/package.json'))).toBe(true)
  expect(existsSync(join(site.root, 'ran'))).toBe(false)
})

test('installation downloads beside the packages where the home cannot be written', () => {
  const site = checkout()
  const npm = join(site.root, 'node_modules/.bin/npm')
  writeFileSync(npm, '#!/bin/sh\necho "$@" >> npm.log\n')
  chmodSync(npm, 0o755)
  for (const home of [site.root, '/sys/home']) {
    site.write('package-lock.json', JSON.stringify({ home }))
    expect(site.setUp('install', { HOME: home, npm_config_cache: join(home, '.npm') })).toBe(0)
  }
  const [own, readOnly] = readFileSync(join(site.root, 'npm.log'), 'utf8').split('\n')
  expect(own).not.toContain('--cache')
  expect(readOnly).toContain('--cache node_modules/.cache/npm')
})

test.each([
  ['win32', '24.21.0', 'WSL'],
  ['darwin', '24.11.1', 'needs Node.js 24.12 or later, and has 24.11.1'],
])(
  'on %s with Node %s the first line says what is missing, before anything is installed',
  (platform, version, said) => {
    const site = checkout()
    rmSync(join(site.root, 'node_modules'), { recursive: true })
    // The first command of `npm start` has no syntax of a shell, which that of Windows would not understand.
    const { prestart } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
    expect(prestart).toBe('node scripts/setup.mjs start')
    const pretended = `for (const [object, name, value] of [[process, 'platform', '${platform}'], [process.versions, 'node', '${version}']])
    Object.defineProperty(object, name, { value })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, 'scripts/setup.mjs', 'start'],
      { cwd: site.root, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(said)
    expect(existsSync(join(site.root, 'node_modules'))).toBe(false)
  },
)
