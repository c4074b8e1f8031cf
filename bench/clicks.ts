// From a click to the frame that shows the next page's heading and its first price or text, on slow 4G and a processor four
// times slower, beside plain documents and beside bare React Router with prefetch="intent" (40 cards), in the same run:
//   npm run bench -- clicks [visits] [part of the name of a journey]
// and Back and Forward to that frame, with the scroll position. The browser's own page cache, of which the last line says
// whether it was used, is not part of Chromium's shell: CHROMIUM_PATH=/usr/bin/chromium.
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { buildBare, startBare } from './bare-router.ts'
import { describeMachine } from './machine.ts'
import { slowDown } from './slow-network.ts'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

const [visits, only] = [Number(process.argv[2] ?? 7), process.argv[3] ?? '']
const TAP_MS = 80
/** For how long somebody looks at a page, at the least, before opening another one. */
const READ_MS = 2_500
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

interface Journey {
  name: string
  from: string
  link: string
  /** The first price of the next page, or its first text. */
  shows: string
}

const FIVE: Journey[] = [
  { name: 'home → plates', from: '/', link: 'main a[href="/plates"]', shows: '.plate-card-price' },
  {
    name: 'plates → a plate',
    from: '/plates',
    link: '.plate-card a',
    shows: '.plate-page-offer-box .tabular',
  },
  { name: 'home → explorer', from: '/', link: 'a[href="/sales-explorer"]', shows: 'table.sales td' },
  {
    name: 'Find → a registration',
    from: '/find?q=sophie',
    link: 'a[href^="/registration/"]',
    shows: 'main p',
  },
  { name: 'news → an article', from: '/news', link: 'main a[href^="/news/"]', shows: 'article p' },
]

/** By a link that the page shows on a desk, too; a shortlist has none until a plate is saved. */
const linked = (path: string, shows = 'main p', from = '/sitemap'): Journey => ({
  name: `${from} → ${path}`,
  from,
  link: `a[href="${path}"]`,
  shows,
})

const OTHERS: Journey[] = [
  linked('/', '.plate-card-price'),
  linked('/jersey/sales-explorer', 'table.sales td'),
  { name: 'guides → a guide', from: '/info', link: 'main a[href^="/info/"]', shows: 'article p' },
  { name: 'home → a name', from: '/', link: 'main a[href^="/find?"]', shows: '.find-name' },
  ...['/find', '/news', '/info', '/plate-stories', '/auction-info', '/valuations', '/contact'].map((path) =>
    linked(path),
  ),
  ...[
    '/sell',
    '/alerts',
    '/auction-calculator',
    '/eligibility',
    '/sales-explorer/data',
    '/valuations/accuracy',
  ].map((path) => linked(path)),
  linked('/privacy'),
  linked('/sitemap', 'main li', '/contact'),
]

const WAYS = {
  'plain document': { device: DESK, isPlain: true, pointedMs: 0 },
  'pointed 0.8 s': { device: DESK, isPlain: false, pointedMs: 800 },
  'pointed 0.3 s': { device: DESK, isPlain: false, pointedMs: 300 },
  'keyboard, cold': { device: DESK, isPlain: false, pointedMs: null },
  'plain, tap': { device: PHONE, isPlain: true, pointedMs: 0 },
  tap: { device: PHONE, isPlain: false, pointedMs: 0 },
} as const
type Way = keyof typeof WAYS

/** Marks the click in the old page, and the frame that shows the new one, which may be of another document. */
function markFrames() {
  const now = () => String(performance.timeOrigin + performance.now())
  const watch = () =>
    requestAnimationFrame(() => {
      const { was, shows = '' } = sessionStorage
      const heading = document.querySelector('h1')?.textContent
      if (!heading || heading === was || !document.querySelector(shows)) return watch()
      // Runs when the frame has been painted, before other tasks that wait, such as React's effects.
      const mark = () => {
        sessionStorage.shownAt ??= now()
      }
      scheduler.postTask(mark, { priority: 'user-blocking' })
    })
  const begin = ({ timeStamp }: Event) => {
    if (!sessionStorage.shows || sessionStorage.beganAt) return
    sessionStorage.beganAt = String(performance.timeOrigin + timeStamp)
    watch()
  }
  for (const type of ['click', 'touchstart']) addEventListener(type, begin, true)
  addEventListener('pageshow', ({ persisted }) => {
    sessionStorage.isKept = String(persisted)
    if (persisted) watch()
  })
  if (sessionStorage.beganAt) watch()
}

const launch = () =>
  chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
/** Of one journey: after some hundred pages a browser without a window may end. */
let browser = await launch()
const site = await startServer()
buildBare()
const bare = await startBare()

async function open(address: string, device: BrowserContextOptions, isPlain: boolean): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage()
  await slowDown(page)
  if (isPlain) {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/assets/*.js'] })
  }
  await page.addInitScript(markFrames)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(READ_MS)
  return page
}

/** Call it in the old page, before what is measured. */
const expectPage = (page: Page, shows: string) =>
  page.evaluate((shown) => {
    for (const key of ['beganAt', 'shownAt']) sessionStorage.removeItem(key)
    Object.assign(sessionStorage, { was: document.querySelector('h1')?.textContent, shows: shown })
  }, shows)

async function untilShown(page: Page): Promise<number> {
  await page.waitForFunction(() => sessionStorage.shownAt, undefined, { polling: 200 })
  return page.evaluate(() => Number(sessionStorage.shownAt) - Number(sessionStorage.beganAt))
}

async function follow({ from, link, shows }: Journey, way: Way, address = site.address): Promise<number> {
  const { device, isPlain, pointedMs } = WAYS[way]
  const page = await open(address + from, device, isPlain)
  const target = page.locator(link).locator('visible=true').first()
  // On a phone some links are in the menu alone, which opens without script too.
  if (!(await target.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click()
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.waitForTimeout(300)
  const box = await target.boundingBox()
  if (!box) throw new Error(`${link} is not shown on ${from}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await expectPage(page, shows)
  if (device === PHONE) {
    const session = await page.context().newCDPSession(page)
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await page.waitForTimeout(TAP_MS)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } else if (pointedMs === null) {
    await target.focus()
    await page.keyboard.press('Enter')
  } else {
    await page.mouse.move(x, y)
    await page.waitForTimeout(pointedMs)
    await page.mouse.down()
    await page.mouse.up()
  }
  const ms = await untilShown(page)
  await page.context().close()
  return ms
}

async function print(journey: Journey, ways: readonly Way[], address?: string) {
  await browser.close()
  browser = await launch()
  const measured = Object.fromEntries(ways.map((way) => [way, [] as number[]]))
  for (let visit = 0; visit < visits; visit++)
    for (const way of ways) measured[way]?.push(await follow(journey, way, address))
  const columns = Object.keys(WAYS).map((way) => (measured[way] ? median(measured[way]).toFixed(0) : ''))
  console.log(journey.name.padEnd(34) + columns.map((ms) => ms.padStart(16)).join(''))
}

/** A list that is scrolled, a page that follows it, Back and Forward; by links or, for the browser's cache, by documents. */
async function goBack(isDocument: boolean) {
  const page = await open(`${site.address}/plates`, PHONE, false)
  await page.evaluate(() => scrollTo(0, 1_200))
  await page.waitForTimeout(500)
  if (isDocument) await page.goto(`${site.address}/contact`, { waitUntil: 'networkidle' })
  else {
    await page.locator('footer a[href="/contact"]').evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  }
  await page.waitForTimeout(1_000)
  const times: number[] = []
  for (const [step, shows] of [
    ['back', '.plate-card-price'],
    ['forward', 'main p'],
  ] as const) {
    await expectPage(page, shows)
    await page.evaluate((to) => {
      sessionStorage.beganAt = String(performance.timeOrigin + performance.now())
      // In a page that stays, nothing else begins to watch.
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      setTimeout(() => history[to]())
    }, step)
    times.push(await untilShown(page))
    if (step === 'back') times.push(await page.evaluate(() => Math.abs(scrollY - 1_200)))
  }
  const isKept = await page.evaluate(() => sessionStorage.isKept)
  await page.context().close()
  return { times, isKept }
}

console.log(`${describeMachine()}, medians of ${visits} in ms\n`)
const heads = Object.keys(WAYS).map((way) => way.padStart(16))
console.log(''.padEnd(34) + heads.join(''))
const names = Object.keys(WAYS) as Way[]
for (const journey of FIVE) if (journey.name.includes(only)) await print(journey, names)
if ('bare'.includes(only))
  await print(
    {
      name: 'bare React Router, 40 cards',
      from: '/links?elements=400&characters=8000',
      link: 'main a',
      shows: 'main li',
    },
    names,
    bare.address,
  )
for (const journey of OTHERS)
  if (journey.name.includes(only)) await print(journey, ['plain document', 'pointed 0.8 s'])
if ('back'.includes(only))
  for (const isDocument of [false, true]) {
    await browser.close()
    browser = await launch()
    const runs: Awaited<ReturnType<typeof goBack>>[] = []
    for (let visit = 0; visit < visits; visit++) runs.push(await goBack(isDocument))
    const [back, moved, forward] = [0, 1, 2].map((at) =>
      median(runs.map(({ times }) => times[at] ?? Number.NaN)),
    )
    console.log(
      `${isDocument ? `by documents (kept by the browser: ${runs[0]?.isKept})` : 'by script'}: Back ${back?.toFixed(0)} ms, ${moved} px off; Forward ${forward?.toFixed(0)} ms`,
    )
  }
await browser.close()
await site.stop()
bare.stop()
