// One short journey in each other engine, over the protocol that the browser speaks itself (docs/decisions/044).
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { findFirefox, findWebkitDriver } from '#scripts/browser.mjs'
import { createInvitation } from '#services/people/invitations.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { type Browser, ENTER } from '../browsers/browser.ts'
import { openFirefox } from '../browsers/firefox.ts'
import { BrowserVisitor } from '../browsers/visitor.ts'
import { openWebkit } from '../browsers/webkit.ts'
import { codeOf, DESK_PASSWORD, DeskVisitor } from '../desk.ts'
import { withData } from '../with-data.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

interface Journey {
  engine: string
  path: string | null
  open(path: string): Promise<Browser>
  /** Each has its own, since both use one site, which tests of the desk may have used before. */
  asker: string
  plate: string
  priceGbp: number
}

const JOURNEYS: Journey[] = [
  {
    engine: 'Firefox',
    path: findFirefox(),
    open: openFirefox,
    asker: 'Mrs Rowan',
    plate: 'PJM 4',
    priceGbp: 4_321,
  },
  {
    engine: 'WebKit',
    path: findWebkitDriver(),
    open: openWebkit,
    asker: 'Mr Elm',
    plate: 'TW 5',
    priceGbp: 4_322,
  },
]

for (const journey of JOURNEYS)
  test(`in ${journey.engine} a visitor looks, searches, filters and asks, and the dealer signs in, prices and agrees`, async ({
    desk,
  }) => {
    test.skip(journey.path === null, `${journey.engine} is not installed`)
    const browser = await journey.open(String(journey.path))
    try {
      const visitor = new BrowserVisitor(browser, desk.address)
      await visit(visitor, journey)
      await deal(visitor, journey, desk)
    } finally {
      await browser.close()
    }
  })

/** Passes everything on, but no request for the data of a page, and one for About a little later. */
async function holdData(address: string) {
  const { hostname: host, port } = new URL(address)
  const server = createServer((client) => {
    const site = createConnection(Number(port), host)
    client.on('data', (chunk) => {
      const [, path = ''] = chunk.toString('latin1').split(' ', 2)
      if (path.includes('.data')) return
      if (path === '/about') setTimeout(() => site.write(chunk), 1_000)
      else site.write(chunk)
    })
    site.pipe(client)
    client.on('error', () => site.destroy()).on('close', () => site.destroy())
    site.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

for (const { engine, path, open } of JOURNEYS)
  test(`in ${engine} a page that is opened while another one loads is the one that comes`, async ({
    desk,
  }) => {
    test.skip(path === null, `${engine} is not installed`)
    const { address, server } = await holdData(desk.address)
    const browser = await open(String(path))
    try {
      const visitor = new BrowserVisitor(browser, address)
      await visitor.open('/find?q=singh')
      await visitor.browser.evaluate(`document.querySelector('a[href^="/registration/"]').click()`)
      await visitor.browser.evaluate('return new Promise((resolve) => setTimeout(resolve, 300))')
      await visitor.browser.evaluate(`document.querySelector('footer a[href="/about"]').click()`)
      await visitor.isAt('/about')
    } finally {
      await browser.close()
      server.close()
    }
  })

async function visit(visitor: BrowserVisitor, { asker, plate }: Journey) {
  const { browser } = visitor
  await browser.resize(1440, 900)
  await visitor.open('/')
  await visitor.fill('A name, a word', 'singh')
  await visitor.sees('Sold 2006')
  await browser.type(ENTER)
  await visitor.isAt('/find?q=singh')
  await visitor.sees('Find Your Plate')
  await visitor.click('link', 'Browse Stock')
  await visitor.isAt('/plates')
  await visitor.click('button', 'Save')
  await visitor.sees('Saved')
  await visitor.click('link', 'Sales Explorer')
  await visitor.isAt('/sales-explorer')
  await visitor.click('button', 'Filters')
  await visitor.click('button', 'Last 5 years')
  await visitor.isAt('/sales-explorer?from=2021')
  await visitor.click('button', 'Hammer Price')
  await visitor.isAt('/sales-explorer?from=2021&sort=hammer_price')
  await browser.resize(390, 844)
  await visitor.open(`/contact?plate=${encodeURIComponent(plate)}&type=purchase`)
  await visitor.fill('Full name', asker)
  await visitor.fill('Email', 'asker@visitor.example')
  await visitor.click('button', 'Send')
  await visitor.sees('ENQ-')
  await visitor.click('button', 'Open menu')
  await visitor.click('link', 'About Us')
  await visitor.isAt('/about')
}

async function deal(visitor: BrowserVisitor, { engine, asker, plate, priceGbp }: Journey, desk: DeskSite) {
  const { browser } = visitor
  const email = `${engine.toLowerCase()}@plates.test`
  const key = await addPerson(desk, email)
  await visitor.open('/desk')
  await visitor.fill('E-mail address', email)
  await visitor.fill('Password', DESK_PASSWORD)
  await browser.type(ENTER)
  await visitor.sees('One more step')
  await visitor.fill('Code', codeOf(key))
  await browser.type(ENTER)
  await visitor.isAt('/desk')
  await visitor.sees('Today')
  await visitor.open('/desk/stock?q=daz')
  await visitor.fill('Price of 55 DAZ', String(priceGbp))
  await browser.type(ENTER)
  await expect
    .poll(async () => (await findStockPlate(desk.database, { registration: '55 DAZ' }))?.priceGbp)
    .toBe(priceGbp)
  // The page that follows would otherwise come instead of the next one.
  await visitor.sees('Undo')
  await desk.noteCertificate(plate)
  // Today names the ten oldest, which may be those of other tests.
  await visitor.open(`/desk/enquiries?q=${encodeURIComponent(asker)}`)
  await visitor.click('link', asker)
  await visitor.click('link', `Quote ${plate}`)
  await visitor.click('button', 'Send the quote')
  await visitor.click('button', 'They said yes')
  await visitor.sees('Reserve')
}

/** @returns the key of the app for codes */
async function addPerson({ dataDir, address }: DeskSite, email: string): Promise<string> {
  const actor = { person: 'Ann', via: 'desk' } as const
  const invitation = await withData(dataDir, (database) =>
    createInvitation(database, address, { email, role: 'owner' }, actor, new Date()),
  )
  if (!invitation.ok) throw new Error('There is no invitation')
  const person = new DeskVisitor((path, init) => fetch(address + path, init), address)
  return person.join(invitation.link, { name: email })
}
