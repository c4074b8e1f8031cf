import type { Page } from '@playwright/test'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { expect, test } from './desk-site.ts'

const PHONE = { width: 390, height: 844 }
const PLATE = '614 HK'

/** Counts what a thumb does. */
class Thumb {
  taps = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async link(name: string) {
    this.taps++
    await this.page.getByRole('link', { name }).first().click()
  }

  /** @param heading of the step that comes next */
  async press(button: string, heading: string | RegExp) {
    this.taps++
    await this.page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(this.page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
}

test('on a phone an enquiry becomes a quote, a yes that holds the plate, two payments, a sale and a plate on their vehicle, with a tap for each', async ({
  page,
  desk,
  browser,
}, { annotations }) => {
  const { address, database } = desk
  const findPlate = () => findStockPlate(database, { registration: PLATE })
  const visitor = await browser.newPage()
  await visitor.goto(`${address}/contact?plate=${encodeURIComponent(PLATE)}&type=purchase`)
  await visitor.getByLabel('Full name').fill('Mrs Wren')
  await visitor
    .getByLabel(/^Email/)
    .first()
    .fill('wren@visitor.example')
  await visitor.getByLabel(/^Message/).fill('I would like to buy it for my husband.')
  await visitor.getByRole('button', { name: /^Send/ }).click()
  await expect(visitor.getByText(/ENQ-\d{4}-\d{4}/).first()).toBeVisible()

  await desk.noteCertificate(PLATE)
  await page.setViewportSize(PHONE)
  // Today would show the oldest ten, among them those of other tests.
  await desk.goto(page, '/enquiries')
  const started = Date.now()
  const thumb = new Thumb(page)
  await thumb.link('Mrs Wren')
  await thumb.link(`Quote ${PLATE}`)
  await page.getByLabel('Deposit, if any').fill('500')
  await expect(page.getByLabel('E-mail to Mrs Wren')).toHaveValue(/A deposit of {deposit}/)
  await expect(page.getByLabel('As it will be read')).toContainText('A deposit of £500 within 3 days')
  await expectAccessible(page, 'a quote')
  await expectDarkContrast(page, 'a quote')
  await thumb.press('Send the quote', /said yes/)
  await expectAccessible(page, 'a deal')
  await expectDarkContrast(page, 'a deal')
  await thumb.press('They said yes', /deposit of £500$/)
  await thumb.press('Note the payment', /balance of/)
  await thumb.press('Note the payment', /^Sell it/)
  await thumb.press('Sold', 'Hand it over')
  await page.getByLabel('Reference of the log book').fill('12345678901')
  await page.setViewportSize({ ...PHONE, width: 320 })
  await expectNoOverflow(page, 'a handover')
  await thumb.press('It is done', 'Close the deal')
  thumb.taps++
  await page.getByRole('button', { name: 'Close as done' }).click()
  await expect(page.getByText(`${PLATE}: done.`)).toBeVisible()
  const seconds = Math.round((Date.now() - started) / 1000)
  annotations.push({ type: 'deal on a phone', description: `${thumb.taps} taps, ${seconds} s` })
  expect(thumb.taps).toBeLessThanOrEqual(9)

  expect((await visitor.goto(`${address}/plate/${encodeURIComponent(PLATE)}`))?.status()).toBe(404)
  await visitor.close()
  const plate = await findPlate()
  expect(plate).toMatchObject({ status: 'sold', soldPriceGbp: plate?.priceGbp, reservedFor: null })
  expect(plate?.recordedSale).toBeNull()
  await page.getByRole('link', { name: 'the enquiry' }).click()
  await expect(page.getByText('Status: won, was answered')).toBeVisible()
})
