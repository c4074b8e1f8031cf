import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const FAILED = 'Failed to send message. Please try again.'
let visitors = 0

/** Each test has its own IP address, and so its own rate limit. */
test.beforeEach(async ({ context }, { workerIndex }) => {
  visitors += 1
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.${workerIndex}.0.${visitors}` })
})

async function readMail(reference: string): Promise<Email> {
  const folder = join(process.env.JOURNEYS_DATA_DIR ?? '', 'mail')
  let name: string | undefined
  await expect
    .poll(() => {
      try {
        name = readdirSync(folder).find((file) => file.endsWith(`${reference}.eml`))
      } catch {}
      return name
    })
    .toBeTruthy()
  return PostalMime.parse(readFileSync(join(folder, name ?? '')))
}

async function fillContact(page: Page, words: Record<string, string> = {}) {
  const { name = 'Ann O’Hara', email = 'ann@visitor.example', subject, message } = words
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  if (subject) await page.getByLabel('Subject').fill(subject)
  if (message) await page.getByLabel('Message').fill(message)
}

const sentNote = (page: Page) => page.getByRole('status').filter({ hasText: 'has been sent' })

test('each error is shown beside its field, and the first one gets the focus', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Email', { exact: true }).fill('ann')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Enter your full name.')
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(/We will reply .* Enter an e-mail address such as/)
  await expect(page.getByText('5 fields need your attention.')).toBeVisible()
  await page.getByLabel('Full name').fill('Ann')
  await expect(page.getByText('Enter your full name.')).toBeHidden()
  await expect(page.getByText('4 fields need your attention.')).toBeVisible()
})

test('the button shows that the form is being sent; a second click sends nothing more', async ({ page }) => {
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await fillContact(page)
  let posts = 0
  await page.route('**/functions/v1/send-email', async (route) => {
    posts += 1
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  const sending = page.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeDisabled()
  await page.getByLabel('Subject').press('Enter')
  await expect(sentNote(page)).toBeVisible()
  expect(posts).toBe(1)
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
})

test('a prefilled form may be sent at once, and is e-mailed like any other', async ({ page }) => {
  await page.goto('/contact?plate=1%20KP&type=purchase')
  // Hydrated: the form measures the time from here.
  await expect(page.getByRole('form', { name: 'Contact form' })).toHaveJSProperty('noValidate', true)
  await page.evaluate(() => {
    // Simulates autofill, which fills in name and address at once.
    for (const [name, value] of [
      ['name', 'Ann O’Hara'],
      ['email', 'ann@visitor.example'],
    ] as const) {
      const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      if (field) field.value = value
    }
    document.querySelector<HTMLFormElement>('form[method="post"]')?.requestSubmit()
  })
  await expect(sentNote(page)).toBeVisible()
  const [reference = ''] = /ENQ-\d{4}-\d{4}/.exec(await sentNote(page).innerText()) ?? []
  expect((await readMail(reference)).text).toContain('interested in buying the plate 1 KP')
})

test('every kind of failure is reported and keeps the input; retrying creates one enquiry', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await fillContact(page, { message: 'A word that must not be lost' })
  const failures: [string, Parameters<Page['route']>[1]][] = [
    [
      'a proxy’s 502',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
    ],
    ['no connection', (route) => route.abort()],
    ['somebody else’s answer', (route) => route.fulfill({ json: { success: true } })],
    [
      'a page in place of an answer',
      (route) => route.fulfill({ contentType: 'text/html', body: 'Log in to the Wi-Fi' }),
    ],
    [
      'too many',
      (route) => route.fulfill({ status: 429, json: { error: 'x' }, headers: { 'Retry-After': '9' } }),
    ],
    [
      'stored, and the answer lost',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
    ],
  ]
  for (const [what, handler] of failures)
    await test.step(what, async () => {
      await page.route('**/functions/v1/send-email', handler)
      await page.getByRole('button', { name: 'Send Message' }).click()
      const alert = page.getByRole('alert').filter({ hasText: FAILED })
      await expect(alert).toBeFocused()
      await expect(page.getByLabel('Message')).toHaveValue('A word that must not be lost')
      await expect(page.getByLabel('Full name')).toHaveValue('Ann O’Hara')
      await page.unroute('**/functions/v1/send-email')
    })
  await page.getByRole('button', { name: 'Send Message' }).click()
  const [reference = ''] = /ENQ-\d{4}-\d{4}/.exec(await sentNote(page).innerText()) ?? []
  expect((await readMail(reference)).text).toContain('A word that must not be lost')
  const files = readdirSync(join(process.env.JOURNEYS_DATA_DIR ?? '', 'mail'))
  const same = files.filter((file) =>
    readFileSync(join(process.env.JOURNEYS_DATA_DIR ?? '', 'mail', file), 'utf8').includes(
      'must not be lost',
    ),
  )
  expect(same).toHaveLength(1)
})

test('a hanging connection fails after ten seconds', async ({ page, expectedErrors }) => {
  test.setTimeout(40_000)
  expectedErrors.push(/Failed to load resource/)
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await fillContact(page)
  await page.route('**/functions/v1/send-email', () => new Promise(() => {}))
  const began = Date.now()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible({ timeout: 15_000 })
  expect(Date.now() - began).toBeGreaterThan(9_000)
  await expect(page.getByLabel('Full name')).toHaveValue('Ann O’Hara')
})

test('input survives a reload of the tab, separately for each URL', async ({ page }) => {
  await page.goto('/contact')
  await fillContact(page, { subject: 'A subject', message: 'Half a sentence' })
  await page.getByLabel('Enquiry type').selectOption('Transfer Assistance')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Half a sentence')
  await expect(page.getByLabel('Full name')).toHaveValue('Ann O’Hara')
  await expect(page.getByLabel('Enquiry type')).toHaveValue('transfer')
  await page.goto('/contact?plate=7%20W&type=purchase')
  await expect(page.getByLabel('Subject')).toHaveValue('Enquiry about 7 W')
  await page.goto('/valuations')
  await page.getByRole('checkbox').check()
  await page.getByLabel('Plate number').fill('B 2')
  await page.reload()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(page.getByLabel('Plate number')).toHaveValue('B 2')
})

const referenceOf = async (page: Page) => /ENQ-\d{4}-\d{4}/.exec(await sentNote(page).innerText())?.[0] ?? ''

test('the plate that the page names is sent with every type, without the draft of another page', async ({
  page,
}) => {
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await page.getByLabel('Plate number').fill('OLD 1')
  await page.goto('/contact?plate=7%20W')
  await fillContact(page, { subject: 'On my car', message: 'How do I put it on?' })
  await page.getByLabel('Enquiry type').selectOption('Transfer Assistance')
  await expect(page.getByLabel('Plate number')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('On my car')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const first = await readMail(await referenceOf(page))
  expect(first.text).toMatch(/Enquiry type: Transfer Assistance\nPlate number: 7 W\n/)

  await test.step('so it does with a second message from the same page', async () => {
    await fillContact(page, { subject: 'And then', message: 'Something else' })
    await page.getByLabel('Enquiry type').selectOption('Other')
    await page.waitForTimeout(2_100) // faster would count as a robot
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('')
    await expect.poll(async () => (await readMail(await referenceOf(page))).text).toContain('Something else')
    expect((await readMail(await referenceOf(page))).text).toContain('Plate number: 7 W')
  })

  await test.step('a purchase whose field was cleared names none', async () => {
    await page.goto('/contact?plate=1%20KP&type=purchase')
    await page.getByLabel('Plate number').fill('')
    await fillContact(page, { subject: 'Any plate', message: 'Which do you suggest?' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect((await readMail(await referenceOf(page))).text).not.toContain('Plate number:')
  })
})

for (const javaScriptEnabled of [true, false])
  test(`a wrong figure is reported with its sale, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      extraHTTPHeaders: { 'X-Forwarded-For': `10.98.0.${Number(javaScriptEnabled)}` },
    })
    const page = await context.newPage()
    await page.goto('/registration/JB1', { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Report a figure that is wrong' }).click()
    await expect(page.getByLabel('Enquiry type')).toHaveValue('other')
    await expect(page.getByLabel('Subject')).toHaveValue('Wrong figure: JB 1, Bonhams, July 2025')
    await expect(page.getByLabel('Message')).toHaveValue(/JB 1, sold in July 2025 \(Bonhams\)/)
    await fillContact(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(sentNote(page)).toBeVisible()
    const { text, subject } = await readMail(await referenceOf(page))
    expect(subject).toContain('Wrong figure: JB 1, Bonhams, July 2025')
    expect(text).toContain('Plate number: JB 1')
    await context.close()
  })

test('without script both forms can be sent, corrected and acknowledged', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
    extraHTTPHeaders: { 'X-Forwarded-For': '10.99.0.1' },
  })
  const page = await context.newPage()
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await expect(page.getByLabel('Plate number')).toBeVisible()
  await page.getByLabel('Enquiry type').selectOption('Legal Question')
  await expect(page.getByLabel('Plate number')).toBeHidden()
  await page.getByLabel('Enquiry type').selectOption('Purchase Enquiry')
  await fillContact(page, { email: 'ann@visitor' })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/such as name@/)
  await expect(page.getByLabel('Message')).toHaveValue(/interested in buying the plate 1 KP/)
  await page.getByLabel('Email', { exact: true }).fill('ann@visitor.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(sentNote(page)).toBeInViewport()
  const [reference = ''] = /ENQ-\d{4}-\d{4}/.exec(await sentNote(page).innerText()) ?? []
  expect((await readMail(reference)).text).toContain('1 KP')

  await page.goto('/valuations')
  await page.getByLabel('Plate number').fill('C 3')
  await page.getByLabel('Email').fill('ann@visitor.example')
  await page.getByLabel('Full name').fill('Ann')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Request Valuation' }).click()
  await expect(sentNote(page)).toContainText('within 24-48 hours')
  await context.close()
})

for (const width of [320, 1440])
  test(`both forms are accessible with their errors shown, ${width} px`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await page.setViewportSize({ width, height: 900 })
    const check = () => expectAccessible(page, page.url())
    for (const [path, button] of [
      ['/contact', 'Send Message'],
      ['/valuations', 'Request Valuation'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByText('fields need your attention.')).toBeVisible()
      await check()
      await page.goto(`${path}?sent=ENQ-1234-5678`)
      await check()
    }
    await page.goto('/contact?plate=1%20KP&type=purchase')
    await fillContact(page)
    await page.route('**/functions/v1/send-email', (route) => route.abort())
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible()
    await check()
  })
