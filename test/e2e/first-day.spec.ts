/** The dealer's first day: from the link in the terminal to 500 plates for sale, an answer and a sale. */
import { oddWorkbook } from '../stock-lists/odd-list.ts'
import { expect, test } from './full-flow-fixtures.ts'

test.use({ occasion: 'first day' })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a dealer joins with the link of the first start, imports 500 plates, answers an enquiry and sells one', async ({
  page,
  context,
  browser,
  site,
}) => {
  const link = await site.readDeskLink()
  const { origin } = new URL(link)
  const list = site.file('stock.xlsx', oddWorkbook(500))

  await test.step('the first person joins with a passkey', async () => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(link)
    await page.getByLabel('Your name').fill('Ann Owner')
    await page.getByLabel('E-mail address').fill('ann@plates.test')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  })

  await test.step('a list of 500 odd rows is imported', async () => {
    await page.getByRole('link', { name: 'Import' }).first().click()
    await page.getByLabel('The list').setInputFiles(list)
    await page.getByRole('button', { name: 'Read the list' }).click()
    await page.getByLabel('Cherished No.').selectOption('Registration')
    await page.getByLabel('Trade').selectOption('Leave this column out')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Keep as drafts').check()
    await page.getByLabel('Accept as read').check()
    await page.getByLabel('Add 20%').check()
    await page.getByRole('button', { name: 'Apply to the rows below' }).click()
    await page.getByRole('button', { name: /^Add 455 plates$/ }).click()
    await expect(page.getByText('455 plates added, 0 changed.')).toBeVisible()
  })

  const registration = await test.step('one of them is on the site', async () => {
    await page.getByRole('link', { name: 'Stock' }).first().click()
    const sell = page.getByRole('link', { name: /^Sell / }).nth(20)
    return ((await sell.getAttribute('aria-label')) ?? (await sell.innerText())).replace(/^Sell /, '')
  })
  const publicPage = `${origin}/plate/${encodeURIComponent(registration)}`
  const statusOfPage = async () => (await fetch(publicPage)).status
  await expect.poll(statusOfPage).toBe(200)

  await test.step('a visitor enquires about it', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(publicPage)
    await visitor.getByRole('link', { name: 'Enquire', exact: false }).first().click()
    await visitor.getByLabel('Full name').fill('Kirsty McAllister')
    await visitor
      .getByLabel(/^Email/)
      .first()
      .fill('kirsty@visitor.example')
    await visitor.getByLabel(/^Message/).fill('Is it still for sale, and when could I have it?')
    await visitor.waitForTimeout(2_100) // faster than any person would count as a robot
    await visitor.getByRole('button', { name: /^Send/ }).click()
    await expect(visitor.getByText(/ENQ-\d{4}-\d{4}/).first()).toBeVisible()
    await visitor.close()
  })

  const phone = await browser.newContext({ ...PHONE, storageState: await context.storageState() })
  const desk = await phone.newPage()
  await test.step('it is answered from a phone', async () => {
    await desk.goto(`${origin}/desk`)
    await desk
      .getByRole('link', { name: /Kirsty McAllister/ })
      .first()
      .tap()
    await desk.getByRole('link', { name: 'Still for sale' }).tap()
    await expect(desk.getByLabel('To Kirsty McAllister, by e-mail')).toHaveValue(new RegExp(registration))
    await desk.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(desk.getByText('Your reply is on its way.')).toBeVisible()
  })

  await test.step('the plate is sold in two taps, and off the site', async () => {
    await desk.goto(`${origin}/desk/stock?q=${encodeURIComponent(registration)}`)
    await desk.getByRole('link', { name: `Sell ${registration}`, exact: true }).tap()
    await desk.getByRole('button', { name: `Sell ${registration}`, exact: true }).tap()
    await expect(desk.getByText(`${registration} sold for`)).toBeVisible()
    await expect.poll(statusOfPage).toBe(404)
  })
  await phone.close()
})
