// Sales of similar plates on the pages of our stock, and the field that leads to the page of a registration.
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { PriceEvidence } from '#app/features/plates/price-evidence.tsx'
import { similarSales } from '#app/features/sales/similar-sales/similar-sales.ts'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { listPlates } from '#shared/plates/find-plates.ts'
import { formatGbp } from '#shared/text/money.ts'
import { fillStock } from '../fill-stock.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'
import { makeStock } from '../synthetic-stock.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

const NONE_CLOSE = 'No close comparables'

function evidenceOf(html: string) {
  const section = parse(html).querySelector('section[aria-labelledby="similar-sales"]')
  if (!section) throw new Error('The page has no evidence')
  return {
    section,
    text: textOf(section.outerHTML),
    caption: section.querySelector('figcaption')?.text ?? null,
    drawings: section.querySelectorAll('figure > svg'),
    rows: section.querySelectorAll('li'),
  }
}

test('the page of a plate shows similar sales as dots beside our price, and in words, each with a link', async () => {
  const site = await readTestSite()
  const { text, caption, drawings, rows, section } = evidenceOf(await site.read('/plate/1%20MWS'))
  expect(text).toContain('What Similar Plates Sold For')
  expect(text).toContain('hammer prices, bid at auction before the buyer’s premium, VAT and fees')
  expect(text).toContain('ours is a retail price')
  expect(caption).toMatch(
    /^Hammer prices of 6 similar registrations, £[\d,]+ to £[\d,]+, on a rule with our price, £34,950\.$/,
  )
  expect(drawings).toHaveLength(2)
  for (const drawing of drawings) {
    expect(drawing.querySelectorAll('a')).toHaveLength(6)
    expect(drawing.text).toContain('Our price £34,950')
  }
  expect(rows).toHaveLength(6)
  for (const row of rows)
    expect(textOf(row.outerHTML)).toMatch(/£[\d,]+ hammer, (reported|computed) .* 20\d\d/)
  const links = section.querySelectorAll('a').map((link) => link.getAttribute('href'))
  for (const link of links) expect(link).toMatch(/^\/registration\/[A-Z0-9]+$/)
  expect(links).toContain('/registration/1MWS')
  expect(site.faults).toEqual([])
})

test('the page of a plate says so if no comparables are close, and draws nothing', async () => {
  const site = await readTestSite()
  const { text, drawings, rows } = evidenceOf(await site.read('/plate/386%20UPD'))
  expect(text).toContain(NONE_CLOSE)
  expect([drawings.length, rows.length]).toEqual([0, 0])
  expect(text).toContain('What might 386 UPD fetch at auction?')
})

test('the page of a plate has the dealer’s own sentence on its price, with comparables and without', async () => {
  const dataDir = temporaryDataDir()
  const database = new DatabaseSync(`${dataDir}/plateworthy.db`)
  database
    .prepare('UPDATE plates SET price_reason = ? WHERE plate_number IN (?, ?)')
    .run('One family since 1974 <b>.', '1 MWS', '386 UPD')
  database.close()
  const site = await openTestSite({ DATA_DIR: dataDir })
  for (const path of ['/plate/1%20MWS', '/plate/386%20UPD'])
    expect(evidenceOf(await site.read(path)).text).toContain('Why this price? One family since 1974 <b>.')
  expect((await site.read('/plate/B%20318')).includes('Why this price?')).toBe(false)
})

test('every plate of a stock of a hundred shows its comparables or says that none are close', async () => {
  const dataDir = temporaryDataDir()
  fillStock(dataDir, makeStock(60, 18), { isAdded: true })
  addSales(dataDir, 1_500)
  const backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  const client = embeddedClient(backend)
  const stock = await listPlates(client)
  expect(stock).toHaveLength(100)
  let shown = 0
  for (const plate of stock) {
    const similar = await similarSales(client, plate.registration)
    const evidence = createElement(PriceEvidence, { plate, similar })
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, evidence))
    const { text, drawings, rows } = evidenceOf(html)
    expect(html).not.toMatch(/NaN|undefined|>null|£0\b/)
    expect(text.includes(NONE_CLOSE)).toBe(similar.length === 0)
    expect(rows).toHaveLength(similar.length)
    if (similar.length === 0) expect(drawings).toEqual([])
    else {
      shown++
      expect(similar.length).toBeGreaterThanOrEqual(3)
      expect(similar.length).toBeLessThanOrEqual(6)
      for (const drawing of drawings) {
        expect(drawing.querySelectorAll('a')).toHaveLength(similar.length)
        expect(drawing.text).toContain(`Our price ${formatGbp(plate.priceGbp)}`)
      }
    }
  }
  expect(shown).toBeGreaterThan(20)
  expect(shown).toBeLessThan(80)
})

/** Made-up registrations that fetched made-up hammer prices. */
function addSales(dataDir: string, count: number): void {
  const database = new DatabaseSync(`${dataDir}/plateworthy.db`)
  const insert = database.prepare(
    "INSERT INTO sales (plate_number, where_sold, sale_year, sale_month, hammer_price, price_basis, selection) VALUES (?, 'Auction', ?, ?, ?, 'hammer', 'sample')",
  )
  database.exec('BEGIN')
  makeStock(count, 7).forEach(({ registration, priceGbp }, index) => {
    insert.run(registration, 2015 + (index % 10), 1 + (index % 12), Math.max(200, Math.round(priceGbp / 2)))
  })
  database.exec('COMMIT')
  database.close()
}

test('a plate is shown even if its similar sales cannot be read', async () => {
  const plate = { id: '1', plate_number: 'AB 1', price: 5_000, is_available: true }
  const pageReads: typeof fetch = async (input) =>
    String(input).includes('/plates?') && String(input).includes('AB')
      ? Response.json([plate])
      : new Response('', { status: 500 })
  const site = await openTestSite({}, { pageReads })
  const response = await site.ask('/plate/AB%201')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  const html = await response.text()
  expect(textOf(html)).toContain('£5,000')
  expect(evidenceOf(html).text).toContain('We can’t check our records of sales just now.')
  expect(site.faults.map(({ message }) => message)).toContain('Error fetching similar sales')
})

test('the valuations page has one form, which asks for the registration once, and links the look-up', async () => {
  const site = await readTestSite()
  const main = parse(await site.read('/valuations')).querySelector('main')
  expect(main?.querySelectorAll('form')).toHaveLength(1)
  expect(main?.querySelectorAll('a[href="/registration"]')).toHaveLength(1)
})

test.each([
  ['ab51abc', '/registration/AB51ABC'],
  [' h34-ven ', '/registration/H34VEN'],
  ['J 27', '/registration/J27'],
  ['ＡＢ１', '/registration/AB1'],
])('the look-up of a registration leads from %j to %s', async (typed, path) => {
  const site = await readTestSite()
  const response = await site.ask(`/registration?q=${encodeURIComponent(typed)}`)
  expect([response.status, response.headers.get('Location')]).toEqual([303, path])
})

test.each([
  ['letters alone', 'ABCD', 'ABCD has no figures'],
  ['5,000 characters', 'x'.repeat(5_000), 'That is too long'],
  ['markup', '"><script>', 'cannot be part of a registration'],
])('the look-up of a registration reports the error in %s, and keeps it', async (_, typed, reason) => {
  const site = await readTestSite()
  const response = await site.ask(`/registration?q=${encodeURIComponent(typed)}`)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
  const page = parse(await response.text())
  expect(page.querySelector('#lookup-error')?.text).toContain(reason)
  expect(page.querySelector('#lookup')?.getAttribute('aria-describedby')).toContain('lookup-error')
  expect(page.querySelector('#lookup')?.getAttribute('value')?.length).toBeLessThanOrEqual(64)
})

test('the look-up of a registration without a text asks for one', async () => {
  const site = await readTestSite()
  for (const path of ['/registration', '/registration?q=', '/registration?q=+%00']) {
    const page = parse(await site.read(path))
    expect(page.querySelector('#lookup')?.getAttribute('value')).toBe('')
    expect(page.querySelector('#lookup-error')).toBe(null)
    expect(page.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  }
})
