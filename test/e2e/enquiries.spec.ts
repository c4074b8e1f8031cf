import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fieldErrors, MIN_FILL_MS, outcomeTexts } from '#shared/enquiries/enquiry-fields.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { expectSent, fillContact, mailFolder, readMail, useOwnRateLimit } from './enquiry-form.ts'

test.beforeEach(({ context }) => useOwnRateLimit(context))

const FUNCTION = '**/functions/v1/send-email'
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: outcomeTexts.contact.failed })

test('each error is shown beside its field, and the first one gets the focus', async ({ page }) => {
  await page.goto('/valuations')
  await page.getByRole('button', { name: 'Request Valuation' }).click()
  await expect(page.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a valuation with errors')

  await page.goto('/contact')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('ann')
  await send(page).click()
  const name = page.getByLabel('Full name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(fieldErrors.name)
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(new RegExp(`.+ ${fieldErrors.email}$`))
  const count = page.getByRole('form').getByRole('status')
  await expect(count).toHaveText(/^5 /)
  await expectAccessible(page, 'a message with errors')
  await name.fill('Ann')
  await expect(page.getByText(fieldErrors.name)).toBeHidden()
  await expect(count).toHaveText(/^4 /)
})

test('on a phone the form of the valuation begins on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/valuations')
  const field = await page.getByRole('textbox', { name: 'Plate number' }).boundingBox()
  expect(field?.y).toBeLessThanOrEqual(700)
})

test('a prefilled form that the browser fills in may be sent at once, and is sent once', async ({ page }) => {
  await page.goto('/contact?plate=1%20KP&type=purchase')
  // Hydrated: the form measures the time from here.
  await expect(page.getByRole('form')).toHaveJSProperty('noValidate', true)
  let posts = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(FUNCTION, async (route) => {
    posts += 1
    await held
    await route.continue()
  })
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
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await page.getByLabel('Subject').press('Enter')
  release()
  const reference = await expectSent(page)
  expect(posts).toBe(1)
  await expect(send(page)).toBeEnabled()
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
    ['no answer within ten seconds', () => {}],
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
      await page.route(FUNCTION, handler)
      await send(page).click()
      await expect(failure(page)).toBeFocused()
      await expect(page.getByLabel('Message')).toHaveValue('A word that must not be lost')
      await expect(page.getByLabel('Full name')).toHaveValue('Ann O’Hara')
      await page.unroute(FUNCTION)
    })
  await expectAccessible(page, 'a message that could not be sent')
  await send(page).click()
  expect((await readMail(await expectSent(page))).text).toContain('A word that must not be lost')
  const mails = readdirSync(mailFolder()).map((file) => readFileSync(join(mailFolder(), file), 'utf8'))
  expect(mails.filter((mail) => mail.includes('must not be lost'))).toHaveLength(1)
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

test('the plate that the page names is sent with every message from it, without the draft of another page', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/contact?plate=1%20KP&type=purchase')
  await page.getByLabel('Plate number').fill('OLD 1')
  await page.goto('/contact?plate=7%20W')
  const writeAndSend = async (subject: string, type: string) => {
    await fillContact(page, { subject, message: 'How do I put it on?' })
    await page.getByLabel('Enquiry type').selectOption(type)
    await expect(page.getByLabel('Plate number')).toBeHidden()
    await page.clock.fastForward(MIN_FILL_MS) // faster would count as a robot
    await send(page).click()
    await expect(page.getByLabel('Subject')).toHaveValue('')
    return (await readMail(await expectSent(page))).text
  }
  expect(await writeAndSend('On my car', 'Transfer Assistance')).toContain('Plate number: 7 W\n')
  await expect(page.getByRole('status').filter({ hasText: 'ENQ-' })).toBeVisible()
  expect(await writeAndSend('And then', 'Other')).toContain('Plate number: 7 W\n')
})
