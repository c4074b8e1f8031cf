/** A change of the firm's settings, and the next page. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import type { SettingName } from '#services/settings/definitions.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { listStock } from '#services/stock/stored-plates.ts'
import type { PlateForm } from '#shared/plates/columns.ts'
import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'
import { site as shipped } from '#site.config.ts'
import { asContact, asValuation } from '../enquiries/messages.ts'
import { everyStatement, ODD_SETTINGS } from '../odd-settings.ts'
import { openTestSite, type TestSite, textOf } from '../open-test-site.ts'
import { withData } from '../with-data.ts'

const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
const ann = { person: 'Ann', via: 'desk' } as const

/** @param values undefined restores the default */
async function set(site: TestSite, values: { [Name in SettingName]?: unknown }) {
  await withData(site.dataDir, async (database) => {
    const before = await readEditableSettings(database, defaults)
    const changes = Object.entries(values).map(([name, value]) => ({
      name: name as SettingName,
      value,
      seen: before[name as SettingName].seen,
    }))
    const { conflicts } = await changeSettings(database, defaults, changes, ann)
    expect(conflicts).toEqual([])
  })
}

const PAGES = [
  '/',
  '/plates',
  '/plate/H34%20VEN',
  '/plate/NOPE',
  '/find?q=sam',
  '/search?q=sam',
  '/news',
  '/info',
  '/info/auction-fees-explained',
  '/plate-stories',
  '/valuations',
  '/sell',
  '/contact',
  '/about',
  '/privacy',
  ...STATEMENT_PAGES.map(({ path }) => path),
  '/sitemap',
  '/alerts',
  '/shortlist',
  '/eligibility',
  '/auction-calculator?house=dvla&hammer=1000',
  '/sales-explorer',
  '/sales-explorer/data',
  '/jersey/sales-explorer',
  '/registration/AB51ABC',
  '/nothing/here',
]

it('a change of the settings appears on the next page, whatever was cached, and so does its reset', async () => {
  const site = await openTestSite()
  for (const path of ['/', '/about']) await site.read(path)
  await set(site, { name: 'Ann’s Plates', telephone: { number: '020 7946 0000', hours: 'every day' } })
  const html = await site.read('/')
  expect(textOf(html)).toContain('Ann’s Plates')
  expect(html.replaceAll(shipped.company.registration, '')).not.toContain(shipped.name)
  expect(html).toContain('href="tel:+442079460000"')
  expect(textOf(await site.read('/about'))).toContain('020 7946 0000')
  await set(site, { name: undefined, telephone: undefined })
  expect(textOf(await site.read('/'))).toContain(shipped.name)
  expect(await site.read('/about')).not.toContain('tel:')
})

it('a change of the settings appears on every page in every form, even with unusual values', async () => {
  const site = await openTestSite()
  await set(site, ODD_SETTINGS)
  for (const path of PAGES) {
    const html = await (await site.ask(path)).text()
    const page = parse(html)
    expect([path, page.querySelector('.header-name')?.textContent]).toEqual([path, ODD_SETTINGS.name])
    expect([path, html.includes('<b>Ely</b>'), html.includes('<i>plates')]).toEqual([path, false, false])
    expect([path, textOf(html).includes(shipped.name)]).toEqual([path, false])
    for (const script of page.querySelectorAll('script[type="application/ld+json"]'))
      JSON.parse(script.textContent)
    expect(JSON.parse(page.querySelector('#site')?.textContent ?? '')).toMatchObject({
      name: ODD_SETTINGS.name,
      dvlaPremium: ODD_SETTINGS.dvlaPremium,
    })
    // The recipients of enquiries are private.
    expect([path, html.includes('bob@plates.test')]).toEqual([path, false])
  }
  expect(site.faults).toEqual([])
})

it('a page of statements exists, with every link to it, while the last of its statements is written and no longer', async () => {
  const site = await openTestSite()
  const LISTS = ['/', '/sitemap', '/sitemap.xml', '/llms.txt']
  const linking = async (path: string) => {
    const texts = await Promise.all(LISTS.map((list) => site.read(list)))
    return LISTS.filter((_, index) => new RegExp(`${path}["<)]`).test(texts[index] ?? ''))
  }
  await set(site, {
    ...everyStatement('We answer.\n\nWithin a day.'),
    refundsTime: null,
    complaintsHow: null,
  })
  expect(textOf(await site.read('/terms'))).toContain('We answer. Within a day.')
  expect(await linking('/terms')).toEqual(LISTS)
  for (const path of ['/refunds', '/complaints']) {
    const response = await site.ask(path)
    expect([path, response.status, await linking(path)]).toEqual([path, 404, []])
    expect(await response.text()).not.toContain('Within a day.')
  }
  await set(site, { refundsTime: 'Soon.', termsPrice: null })
  expect(textOf(await site.read('/refunds'))).toContain('Soon.')
  expect((await site.ask('/terms')).status).toBe(404)
})

it('the foot of every page has the year and the registered office that the firm has set', async () => {
  const site = await openTestSite()
  await set(site, { copyrightYear: 2026, companyAddress: ['2 High Street', 'York'] })
  const foot = textOf(parse(await site.read('/')).querySelector('footer')?.outerHTML ?? '')
  expect(foot).toContain('© 2026 Plateworthy')
  expect(foot).toMatch(/Registered office\s*2 High Street\s*York/)
})

it('About and the footer name the VAT number, the company and the reviews only once they are set', async () => {
  const site = await openTestSite()
  const about = parse(await site.read('/about'))
  expect(about.querySelectorAll('.about-contact dt').map(({ text }) => text)).toEqual([
    'E-mail',
    'Message',
    'Registered office',
  ])
  await set(site, {
    companyVatNumber: 'GB 123 4567 89',
    companyRegistration: 'Ann’s Plates Ltd, company number 01234567',
    reviews: { label: 'Reviews of Ann', url: 'https://reviews.test/ann' },
  })
  expect(textOf(await site.read('/')).match(/VAT number \w+/g)).toEqual(['VAT number GB123456789'])
  const changed = parse(await site.read('/about'))
  expect(
    changed
      .querySelector('.about-contact > div:last-child')
      ?.querySelectorAll('dd')
      .map(({ text }) => text),
  ).toEqual(['Ann’s Plates Ltd, company number 01234567', 'VAT number GB123456789'])
  expect(changed.querySelector('a[href="https://reviews.test/ann"]')?.text).toBe('Reviews of Ann')
})

it('the page of a plate says that its certificate is in our hands once the firm wants it said, and tells no other private value', async () => {
  const site = await openTestSite()
  const edit = (form: PlateForm) =>
    withData(site.dataDir, async (database) => {
      const { plates } = await listStock(database, { letters: 'H34VEN' })
      await editPlate(database, { id: plates[0]?.id ?? '' }, form, ann, keepDeals)
    })
  await edit({
    document: 'V750',
    documentNumber: 'SECRET-1',
    documentCheckedOn: '2026-01-03',
    documentExpiresOn: '2099-05-31',
    notes: 'hush',
  })
  const sentence = 'Certificate in our hands, checked 3 Jan 2026, valid to 2099'
  const read = () => site.read('/plate/H34%20VEN')
  expect(await read()).not.toMatch(/in our hands|data-certificates/)
  await set(site, { certificates: 'stated' })
  const html = await read()
  expect(textOf(html)).toContain(sentence)
  expect(html).toContain('data-certificates')
  expect(html).not.toMatch(/SECRET-1|hush|2099-05-31/)
  expect(await site.read('/plates')).not.toContain('in our hands')
  await edit({ documentCheckedOn: '2026-01-04' })
  expect(await read()).toContain('checked 4 Jan 2026')
  await edit({ document: 'vehicle' })
  expect(await read()).not.toContain('in our hands')
})

it('a change of the settings appears in machine-readable files', async () => {
  const site = await openTestSite()
  const images = [
    '/share/house.png',
    '/share/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate.png',
  ]
  const before = await Promise.all(images.map(async (path) => (await site.ask(path)).arrayBuffer()))
  await set(site, { name: 'Ann & Co', letters: 'ac', email: 'ann@plates.test' })
  expect(await (await site.ask('/site.webmanifest')).json()).toMatchObject({
    name: 'Ann & Co',
    icons: [{ src: '/icons/AC.svg' }],
  })
  expect(await site.read('/.well-known/security.txt')).toContain('mailto:ann@plates.test')
  expect(await site.read('/llms.txt')).toContain('# Ann & Co')
  expect(await site.read('/feed.xml')).toContain('<title>Ann &amp; Co: news')
  expect(await site.read('/feed.xml')).not.toContain(shipped.name)
  expect(await site.read('/plates.xml')).toContain('<title>Ann &amp; Co: plates')
  expect(await site.read('/sales-explorer.json')).toContain('Ann & Co, https')
  expect(await site.read('/icons/AC.svg')).toContain('<svg')
  expect((await site.ask('/icons/PW.svg')).status).toBe(404)
  for (const [index, path] of images.entries())
    expect(Buffer.from(await (await site.ask(path)).arrayBuffer())).not.toEqual(
      Buffer.from(before[index] as ArrayBuffer),
    )
  const refused = await site.ask('/contact', {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.test' },
  })
  expect(await refused.text()).toContain('Ann & Co')
})

it('a change of the settings sets the premium everywhere, including guides, and browsers then request articles from the server', async () => {
  const site = await openTestSite()
  const guide = '/info/auction-fees-explained'
  expect(textOf(await site.read(guide))).toContain('You pay, if the premium is 7%')
  expect(await site.read(guide)).not.toContain('data-desk-articles')
  await set(site, { dvlaPremium: { rate: 0.05, source: 'the conditions of sale', checked: '2026-11-20' } })
  const settled = await site.read(guide)
  expect(textOf(settled)).toContain('if the premium is 5%')
  expect(textOf(settled)).not.toContain('You pay, if the premium is 7%')
  expect(settled).toContain('data-desk-articles')
  const bill = textOf(await site.read('/auction-calculator?house=dvla&hammer=1000'))
  expect(bill).toContain('Buyer’s premium, 5%')
  expect(bill).toContain('the conditions of sale')
  expect(bill).not.toContain('Sources disagree')
  await set(site, { dvlaPremium: undefined })
  expect(textOf(await site.read(guide))).toContain('You pay, if the premium is 7%')
})

it('a change of the settings appears at once on a second server of the same database', async () => {
  const one = await openTestSite()
  const other = await openTestSite({ DATA_DIR: one.dataDir })
  await other.read('/')
  await set(one, { strapline: 'Since 2001' })
  expect(textOf(await other.read('/'))).toContain('Since 2001')
})

describe('mails', () => {
  const mailsOf = async (site: TestSite) =>
    Promise.all(
      readdirSync(join(site.dataDir, 'mail'))
        // One that is still being written has another name.
        .filter((name) => name.endsWith('.eml'))
        .map((name) => PostalMime.parse(readFileSync(join(site.dataDir, 'mail', name)))),
    )
  const send = (site: TestSite, body: object) =>
    site.ask('/functions/v1/send-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('mails go to the configured recipients, in the firm’s name, and only the chosen enquiries are acknowledged', async () => {
    const site = await openTestSite()
    await set(site, {
      name: 'Ann’s Plates',
      recipients: ['ann@plates.test', 'bob@plates.test'],
      acknowledgements: ['purchase'],
    })
    site.startOutbox()
    expect((await send(site, asContact({ inquiryType: 'purchase' }))).status).toBe(200)
    expect((await send(site, asValuation({ email: 'other@visitor.example' }))).status).toBe(200)
    await expect.poll(async () => (await mailsOf(site).catch(() => [])).length, { timeout: 10_000 }).toBe(3)
    const mails = await mailsOf(site)
    const toUs = mails.filter(({ from }) => from?.name === 'Ann’s Plates website')
    expect(toUs.map(({ to }) => to?.map(({ address }) => address))).toEqual([
      ['ann@plates.test', 'bob@plates.test'],
      ['ann@plates.test', 'bob@plates.test'],
    ])
    const [answer] = mails.filter(({ from }) => from?.name === 'Ann’s Plates')
    expect(answer?.text).toContain('Thank you for writing to Ann’s Plates.')
    expect(answer?.replyTo?.map(({ address }) => address)).toEqual(['ann@plates.test', 'bob@plates.test'])
  })
})
