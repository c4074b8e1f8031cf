import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without a window, preferred. */
export const SHELL = 'chromium-headless-shell'
const NAMES = [
  SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  const candidates = [...(CHROMIUM_PATH ? [CHROMIUM_PATH] : []), ...onPath(NAMES), ...ELSEWHERE]
  return candidates.find((path) => existsSync(path)) ?? null
}

/** Debian's packages of the other engines, with the display that WebKit needs. */
export const OTHER_PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

export const findFirefox = () => findOnPath('firefox-esr') ?? findOnPath('firefox')

export const findWebkitDriver = () => (findOnPath('Xvfb') ? findOnPath('WebKitWebDriver') : null)

/** @returns 'Firefox and WebKit are not installed', or null */
export function otherBrowsersMissing() {
  const missing = [...(findFirefox() ? [] : ['Firefox']), ...(findWebkitDriver() ? [] : ['WebKit'])]
  if (missing.length === 0) return null
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed`
}

const findOnPath = (name) => onPath([name]).find((path) => existsSync(path)) ?? null

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** For Chromium as root, without a display or background traffic. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  // Renderers are then children of the browser, and their CPU time is counted.
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
