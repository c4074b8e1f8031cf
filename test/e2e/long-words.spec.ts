/** The longest words that people can enter, on every page that shows them, on the narrowest phone. */

import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import type { SettingName } from '#services/settings/definitions.ts'
import { GROUPS } from '#services/settings/groups.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { addPlate } from '#services/stock/edit-plate.ts'
import { addOrder } from '../add-order.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { ODD_SETTINGS } from '../odd-settings.ts'
import { addRows, findRows } from '../rows.ts'
import { withData } from '../with-data.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

const word = (length: number) => 'Llanfairpwllgwyngyll'.repeat(13).slice(0, length)
const ACTOR = { person: word(60), via: 'desk' } as const

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open(word(100))
})

test.afterAll(() => desk.close())

// A search may find nothing under an address of its own.
test.use({ expectedErrors: [/404/] })

test('no page is wider than a phone because of a long word or an odd setting, and each is hydrated as it was rendered', async ({
  page,
  context,
}) => {
  const { database } = desk
  await desk.signIn(context)
  const long = asContact({
    name: word(100),
    email: `${word(60)}@${word(60)}.${word(60)}.example`,
    phone: '0'.repeat(30),
    subject: word(150),
    plateNumber: word(100),
    message: word(250),
  })
  const { reference } = await withData(desk.dataDir, async (database) => {
    await storeEnquiry(database, long, word(200))
    return storeEnquiry(database, long)
  })
  await addPlate(
    database,
    {
      registration: 'ZZ 1',
      priceGbp: '100',
      description: word(160),
      detailedDescription: word(250),
      notes: word(250),
    },
    ACTOR,
  )
  const [data] = await findRows(database, 'plates', ['id'], { plate_number: 'ZZ 1' })
  const deal = await addOrder(database, {
    plate_number: 'ZZ 2',
    name: 'X'.repeat(100),
    includes: word(250),
  })
  const payment = {
    deal_id: deal.id,
    kind: 'deposit',
    amount: 10_000,
    paid_on: '2026-11-21',
    person: word(60),
  }
  await addRows(database, 'deal_payments', { ...payment, method: word(60), payer: word(100) })
  const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
  const odd: Partial<Record<SettingName, unknown>> = {
    ...ODD_SETTINGS,
    replyTemplates: [{ name: word(50), body: word(250) }],
  }
  await withData(desk.dataDir, async (database) => {
    const before = await readEditableSettings(database, defaults)
    const changes = Object.entries(odd).map(([name, value]) => ({
      name: name as SettingName,
      value,
      seen: before[name as SettingName].seen,
    }))
    await changeSettings(database, defaults, changes, ACTOR)
  })
  await desk.goto(page, '/articles/new')
  await page.getByLabel('Title').fill(word(110))
  await page.getByRole('button', { name: 'Start writing' }).click()
  await page.waitForURL(/articles\/[\w-]{36}/)
  const article = new URL(page.url()).pathname.replace('/desk', '')

  const search = encodeURIComponent(word(40))
  const paths = [
    ...[
      '',
      '/enquiries?status=all',
      '/enquiries?status=suspected',
      `/enquiries?q=${search}`,
      `/enquiries/${reference}`,
      `/enquiries/${reference}?template=${word(50)}`,
      `/enquiries/${reference}/forget`,
      `/enquiries/${reference}/quote`,
      `/deals/${deal.id}`,
      '/stock?status=',
      `/stock?q=${search}`,
      `/stock/${data?.id}`,
      `/stock/${data?.id}/sell`,
      `/stock/${data?.id}/reserve`,
      '/articles',
      article,
      `${article}/versions`,
      `/sales?q=${search}`,
      '/changes',
      '/firm',
      ...GROUPS.map(({ id }) => `/firm/${id}`),
      '/firm/mail',
      '/firm/templates',
      '/firm/templates/1',
      '/people',
      '/account',
      '/more',
    ].map((path) => `/desk${path}`),
    '/plate/ZZ%201',
    `/plates?q=${search}`,
    `/plates?to=${search}`,
    `/find?q=${search}&to=${search}`,
    `/search?q=${search}`,
    `/sales-explorer?q=${search}`,
    `/contact?type=purchase&plate=${search}`,
    `/registration/${search}`,
    `/alerts?q=${search}`,
    // The other pages that show a setting.
    ...['/', '/valuations', '/sell', '/contact', '/about', '/privacy', '/terms'],
    '/auction-calculator?house=dvla&hammer=1000',
  ]
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of paths) {
    await page.goto(desk.address + path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, overflow]).toEqual([path, 0])
  }

  await test.step('a navigation in the browser keeps the settings of the document', async () => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(`${desk.address}/about`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).first().click()
    await expect(page).toHaveTitle(`Sitemap | ${ODD_SETTINGS.name}`)
  })
})
