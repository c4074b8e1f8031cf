/**
 * A dealer's week: stock, an article, an enquiry, a sale, a correction, a backup, and everything restored elsewhere.
 */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { NOT_SENT } from '#desk/app/features/enquiries/not-sent.ts'
import { expect, test } from './full-flow-fixtures.ts'

test.use({ occasion: 'week' })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const PLATE = 'MK11 ONE'
const OTHER = 'MK12 TWO'
const STOCK = `Registration,Price,Cost,Notes\n${PLATE},"£4,500",1800,Bought on Sunday\n${OTHER},950,300,\nMK13 THR,1250,,\n`
const TITLE = 'What a good plate says'
const ARTICLE = '/news/what-a-good-plate-says'
const TELEPHONE = '020 7946 0123'
const REASON = 'The house corrected its list.'

test('a week of Plateworthy, whose data are then restored on another machine', async ({
  page,
  context,
  browser,
  site,
}) => {
  // Longer than any other test: a whole week, with a backup and two servers.
  test.setTimeout(240_000)
  const link = await site.readDeskLink()
  const { origin } = new URL(link)
  const expectRead = (path: string, words: string, from = origin) =>
    expect
      .poll(async () => (await (await fetch(from + path)).text()).includes(words), {
        message: `${path} says “${words}”`,
      })
      .toBe(true)

  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ann Owner')
  await page.getByLabel('E-mail address').fill('ann@plates.test')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  const go = (path: string) => page.goto(`${origin}/desk${path}`)

  expect((await site.office('plates', 'clear-demo', '--yes')).code).toBe(0)
  await test.step('Monday: a list of stock is imported, and a plate featured', async () => {
    await go('/import')
    await page.getByLabel('The list').setInputFiles(site.file('stock.csv', STOCK))
    await page.getByRole('button', { name: 'Read the list' }).click()
    await page.getByRole('button', { name: /^Add 3 plates$/ }).click()
    await expect(page.getByText('3 plates added, 0 changed.')).toBeVisible()
    await go(`/stock?q=${encodeURIComponent(PLATE)}`)
    await page.getByRole('link', { name: PLATE, exact: true }).click()
    await page.getByLabel(/^Featured: a border/).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${PLATE}: featured`)).toBeVisible()
    await expectRead('/', PLATE)
  })

  await test.step('Tuesday: an article with a picture is written and published', async () => {
    await go('/articles/new')
    await page.getByLabel('Title').fill(TITLE)
    await page.getByRole('button', { name: 'Start writing' }).click()
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
    await expect(tool('Bold')).toBeVisible()
    await page.getByLabel('Summary').fill('Short, easy to read, and ours.')
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.type('This week we have ')
    await tool('Link').click()
    await page.getByRole('dialog').getByRole('searchbox').fill(PLATE)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /our plate/ })
      .click()
    await page.keyboard.type('.')
    await page.getByText('Picture', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Picture at the top' })
    await dialog.getByLabel('Upload a picture from this computer').setInputFiles(await makePicture(site))
    await dialog.getByLabel('What it shows').fill('A car with a new plate')
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await expect(page.getByText(/^Saved at /)).toBeVisible()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expectRead(ARTICLE, TITLE)
  })

  await test.step('a visitor reads it and enquires', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(origin + ARTICLE)
    await expect(visitor.getByRole('img', { name: 'A car with a new plate' })).toBeVisible()
    await visitor.getByRole('article').getByRole('link', { name: PLATE }).click()
    await visitor.getByRole('link', { name: 'Enquire About This Plate' }).click()
    await visitor.getByLabel('Full name').fill('Kirsty McAllister')
    await visitor
      .getByLabel(/^Email/)
      .first()
      .fill('kirsty@visitor.example')
    await visitor.getByLabel(/^Message/).fill('Is it still for sale?')
    await visitor.waitForTimeout(2_100) // faster than any person would count as a robot
    await visitor.getByRole('button', { name: /^Send/ }).click()
    await expect(visitor.getByText(/ENQ-\d{4}-\d{4}/).first()).toBeVisible()
    await visitor.close()
  })

  await test.step('Wednesday: it is answered', async () => {
    await go('')
    await page
      .getByRole('link', { name: /Kirsty McAllister/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Still for sale' }).click()
    await expect(page.getByLabel('To Kirsty McAllister, by e-mail')).toHaveValue(new RegExp(PLATE))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(NOT_SENT)).toBeVisible()
  })

  await test.step('Thursday: it is sold in two taps, and the article says so', async () => {
    const phone = await browser.newContext({ ...PHONE, storageState: await context.storageState() })
    const desk = await phone.newPage()
    const sell = async (registration: string) => {
      await desk.goto(`${origin}/desk/stock?q=${encodeURIComponent(registration)}`)
      const name = `Sell ${registration}`
      await desk.getByRole('link', { name, exact: true }).tap()
      // The choice for the first sale is remembered for later ones.
      if (registration === OTHER) await desk.getByLabel(/^Record it in the sales explorer/).check()
      await desk.getByRole('button', { name, exact: true }).tap()
      await expect(desk.getByText(`${registration} sold for`)).toBeVisible()
    }
    await sell(OTHER)
    await sell(PLATE)
    await phone.close()
    await expectRead(ARTICLE, '(sold)')
  })

  await test.step('Friday: a sale is corrected in public, and the telephone changed', async () => {
    await correctASale(page, go)
    await expectRead('/sales-explorer/data', REASON)
    await go('/firm/reach')
    const group = page.getByRole('main')
    await group.getByLabel('Number').fill(TELEPHONE)
    await group.getByLabel('When you answer').fill('every day, 9am to 7pm')
    await group.getByRole('button', { name: 'Save', exact: true }).click()
    await expectRead('/contact', TELEPHONE)
  })

  await test.step('Saturday: the site is backed up', () => site.backUp())

  let elsewhere = ''
  await test.step('Sunday: it is restored elsewhere', async () => {
    elsewhere = (await site.startElsewhere()).replace('127.0.0.1', 'localhost')
  })
  await test.step('and everything is there', async () => {
    await expectRead(ARTICLE, TITLE, elsewhere)
    await expectRead(ARTICLE, '(sold)', elsewhere)
    await expectRead('/sales-explorer/data', REASON, elsewhere)
    await expectRead('/contact', TELEPHONE, elsewhere)
    await page.goto(elsewhere + ARTICLE)
    const picture = page.getByRole('img', { name: 'A car with a new plate' })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.goto(`${elsewhere}/desk/sign-in`)
    // The authenticator of the test also answers what the page asks for the menu of the e-mail field, so that the button may be gone.
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click({ timeout: 10_000 }).catch(() => {})
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await page.goto(`${elsewhere}/desk/enquiries?status=all`)
    await page
      .getByRole('link', { name: /Kirsty McAllister/ })
      .first()
      .click()
    await expect(page.getByText('Is it still for sale?').first()).toBeVisible()
    await expect(page.getByText(`${PLATE} at £4,500 is still for sale.`).first()).toBeVisible()
    await page.goto(`${elsewhere}/desk/people`)
    await expect(page.getByRole('main').getByText('Ann Owner').first()).toBeVisible()
  })
})

/** About a megabyte, like a photo from a camera. @returns its path */
async function makePicture(site: { file(name: string, content: Buffer): string }): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 1600, height: 900, channels: 3, background: 'grey', noise } as const
  return site.file('car.jpg', await sharp({ create }).jpeg({ quality: 90 }).toBuffer())
}

async function correctASale(page: Page, go: (path: string) => Promise<unknown>): Promise<void> {
  await go('/sales?q=14%20AEY')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^14 AEY$/ })
    .first()
    .click()
  await page.getByLabel('Hammer price').fill('4620')
  await page.getByLabel('Reason', { exact: true }).fill(REASON)
  const log = page.getByRole('region', { name: 'What the public log will say' })
  await expect(log).toContainText('£4,620')
  await expect(log).toContainText(REASON)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText(/^On record: .*£4,620/)).toBeVisible()
}
