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
  const { CHROMIUM_PATH, PATH = '' } = process.env
  const candidates = [
    ...(CHROMIUM_PATH ? [CHROMIUM_PATH] : []),
    ...NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name))),
    ...ELSEWHERE,
  ]
  return candidates.find((path) => existsSync(path)) ?? null
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
