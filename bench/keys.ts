// A key or a tap on a phone with a processor four times slower: from the event to the next frame (`event` timing, as INP has
// it), to the frame that shows the last change of the result on the screen, and to that of its last change anywhere, after
// which nothing has changed for 0.4 s; no spinner is one:
//   npm run bench -- keys [events] [part of a name]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { describeMachine } from './machine.ts'
import { fillEmbedded } from './realistic-sales.ts'
import { slowDown } from './slow-network.ts'
import { type BenchServer, startServer } from './start-site.ts'
import { median, quantile } from './statistics.ts'

const [events, only] = [Number(process.argv[2] ?? 200), process.argv[3] ?? '']
const MANY_SALES = 100_000
const PLATES = 40
/** Longer than the slowest debounce. */
const SETTLED_MS = 400
/** For how long somebody looks at a page, at the least, before the first event. */
const READ_MS = 2_000
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const WORDS = ['sam', 'big', 'heaven', 'jb', 'singh', 'tom']

/** The event with this number. */
type Act = (page: Page, n: number) => Promise<void>

const tap = (locator: Locator, n = 0) => locator.locator('visible=true').nth(n).tap()

/** One key; each word is followed by the keys that remove it. */
function typeInto(selector: string): Act {
  const keys = WORDS.flatMap((word) => [...word, ...[...word].map(() => 'Backspace')])
  return async (page, n) => {
    if (n === 0) await page.locator(selector).focus()
    await page.keyboard.press(keys[n % keys.length] ?? 'a')
  }
}

const sort: Act = (page, n) => tap(page.locator('.sort-button'), n % 3)
/** Opens the sheet of filters once; then each event chooses another value. */
const filter: Act = async (page, n) => {
  if (n === 0) {
    await tap(page.locator('.filters-button'))
    await page.waitForTimeout(1_500)
  }
  await tap(page.locator('#filters label:has(input[type="checkbox"])'), n % 4)
}
const save: Act = (page, n) => tap(page.locator('.shortlist-button-on-card'), n % 4)
const menu: Act = (page, n) =>
  n % 2 === 0 ? tap(page.getByRole('button', { name: 'Open menu' })) : page.keyboard.press('Escape')

interface Scene {
  name: string
  path: string
  /** What the visitor waits for: plates, rows, the number of them, or the answer; not charts, or a height that is held. */
  result: string
  act: Act
  hasManySales?: true
}
const PLATES_SHOWN = 'main [aria-busy], main [role="status"]'
const SALES_SHOWN = 'table.sales, main [role="status"]'
const SCENES: Scene[] = [
  { name: 'search on /plates', path: '/plates', result: PLATES_SHOWN, act: typeInto('main input[name="q"]') },
  { name: 'search in the hero', path: '/', result: '.hero-search', act: typeInto('#hero-field') },
  { name: 'explorer: search', path: '/sales-explorer', result: SALES_SHOWN, act: typeInto('#sale-search') },
  { name: 'explorer: sort', path: '/sales-explorer', result: 'table.sales', act: sort },
  { name: 'explorer: filter', path: '/sales-explorer', result: SALES_SHOWN, act: filter },
  {
    name: 'explorer of 100,000: search',
    path: '/sales-explorer',
    result: SALES_SHOWN,
    act: typeInto('#sale-search'),
    hasManySales: true,
  },
  {
    name: 'explorer of 100,000: sort',
    path: '/sales-explorer',
    result: 'table.sales',
    act: sort,
    hasManySales: true,
  },
  {
    name: 'explorer of 100,000: filter',
    path: '/sales-explorer',
    result: SALES_SHOWN,
    act: filter,
    hasManySales: true,
  },
  { name: 'Save', path: '/plates', result: 'body', act: save },
  { name: 'menu', path: '/plates', result: 'body', act: menu },
]

/** Notes the longest event since it was asked, and when the last change of the result had been painted. */
function watchEvents(result: string) {
  const noted = { beganAt: 0, longestMs: 0, seenMs: 0, changedMs: 0 }
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId && entry.startTime >= noted.beganAt)
        noted.longestMs = Math.max(noted.longestMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        Object.assign(noted, { beganAt: timeStamp, longestMs: 0, seenMs: 0, changedMs: 0 })
      },
      true,
    )
  const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)
  const isOfResult = ({ target }: MutationRecord) => elementOf(target)?.closest(result)
  const isOnScreen = (node: Node) => {
    const box = elementOf(node)?.getBoundingClientRect()
    return box !== undefined && box.bottom > 0 && box.top < innerHeight
  }
  new MutationObserver((changes) => {
    const { beganAt } = noted
    const ofResult = changes.filter(isOfResult)
    if (ofResult.length === 0) return
    const changed = ofResult.flatMap(({ type, target, addedNodes }) =>
      type === 'childList' ? [...addedNodes] : [target],
    )
    const note = (isSeen: boolean) => {
      if (beganAt !== noted.beganAt) return
      noted.changedMs = performance.now() - beganAt
      if (isSeen) noted.seenMs = noted.changedMs
    }
    // The task runs when the frame has been painted.
    requestAnimationFrame(() =>
      scheduler.postTask(() => note(changed.some(isOnScreen)), { priority: 'user-blocking' }),
    )
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

/** No answer is awaited, and nothing has changed for some time. */
function hasSettled(settledMs: number): boolean {
  const { beganAt, changedMs } = Reflect.get(window, 'noted') as Noted
  const isAwaited = document.querySelector('[aria-busy="true"]') !== null
  return !isAwaited && performance.now() - beganAt > changedMs + settledMs
}

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })

async function measure({ name, path, result, act }: Scene, { address }: BenchServer) {
  const page = await (await browser.newContext(PHONE)).newPage()
  await slowDown(page)
  await page.goto(address + path, { waitUntil: 'networkidle' })
  // Until it is hydrated, a tap sends a form, which loads another document.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
  await page.waitForTimeout(READ_MS)
  await page.evaluate(watchEvents, result)
  const longest: number[] = []
  const seen: number[] = []
  const changed: number[] = []
  for (let n = 0; n < events; n++) {
    await act(page, n)
    await page.waitForFunction(hasSettled, SETTLED_MS, { polling: 100 })
    const noted = await page.evaluate(() => Reflect.get(window, 'noted') as Noted)
    longest.push(noted.longestMs)
    if (noted.seenMs > 0) seen.push(noted.seenMs)
    if (noted.changedMs > 0) changed.push(noted.changedMs)
  }
  await page.context().close()
  const figures = [longest, seen, changed].flatMap((ms) => [median(ms), quantile(ms, 0.98)])
  console.log(name.padEnd(34) + figures.map((ms) => ms.toFixed(0).padStart(14)).join(''))
}

interface Noted {
  beganAt: number
  longestMs: number
  seenMs: number
  changedMs: number
}

console.log(`${describeMachine()}, ${events} events each, in ms\n`)
console.log(
  ''.padEnd(34) +
    ['INP, median', 'p98', 'on the screen', 'p98', 'all of it', 'p98']
      .map((head) => head.padStart(14))
      .join(''),
)
const chosen = SCENES.filter(({ name }) => name.includes(only))
const seed = await startServer()
for (const scene of chosen) if (!scene.hasManySales) await measure(scene, seed)
await seed.stop()
if (chosen.some(({ hasManySales }) => hasManySales)) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  fillEmbedded(dataDir, MANY_SALES, PLATES)
  const large = await startServer({ DATA_DIR: dataDir })
  for (const scene of chosen) if (scene.hasManySales) await measure(scene, large)
  await large.stop()
}
await browser.close()
