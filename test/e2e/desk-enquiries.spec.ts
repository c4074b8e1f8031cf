import { createEnquiry } from '#services/enquiries/enquiry-store.ts'
import { parseEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { asContact } from '../enquiries/messages.ts'
import { expectAccessible } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

async function store({ client, address }: DeskSite, fields: object = {}) {
  const parsed = parseEnquiry(asContact(fields))
  if (!parsed.ok) throw new Error(parsed.error)
  const enquiry = { enquiry: parsed.enquiry, idempotencyKey: crypto.randomUUID(), quarantineReason: null }
  const { reference } = await createEnquiry(client, enquiry)
  return `${address}/desk/enquiries/${reference}`
}

test('an enquiry is found with the keyboard and answered from a phone, with a template', async ({
  page,
  desk,
}) => {
  await store(desk, {
    name: 'Kirsty McAllister',
    plateNumber: 'AB12 CDE',
    subject: 'Enquiry about AB12 CDE',
  })
  await store(desk, { name: 'Somebody Else' })
  await page.setViewportSize({ width: 320, height: 800 })
  await desk.goto(page, '/enquiries')
  await expectAccessible(page, 'the list of enquiries')
  await page.keyboard.press('/')
  await page.keyboard.type('ab12cde')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 enquiry', { exact: false }).first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Kirsty McAllister' })).toBeVisible()
  await page.getByRole('link', { name: 'Reserved or sold' }).click()
  const answer = page.getByLabel('To Kirsty McAllister, by e-mail')
  await expect(answer).toHaveValue(/AB12 CDE/)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'reply' })).toBeVisible()
  await expect(answer).toHaveValue('')
  await expect(page.getByText('Status: answered, was new')).toBeVisible()
})

test('of two people at one enquiry the second sees what the first did, and keeps what was typed, also after a reload', async ({
  page,
  desk,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const address = await store(desk)
  await page.goto(address)
  const reply = page.getByLabel(/by e-mail$/)
  await reply.fill('It costs £900.')
  await page.getByLabel('For the desk only').fill('Half a note')
  const other = await browser.newContext({ javaScriptEnabled: false })
  await desk.signIn(other)
  const bob = await other.newPage()
  await bob.goto(address)
  await bob.getByLabel('For the desk only').fill('Bought by phone.')
  await bob.getByRole('button', { name: 'Add note' }).click()
  await other.close()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Bought by phone.')
  await expect(reply).toHaveValue('It costs £900.')
  await expectAccessible(page, 'a conflict')
  await page.reload()
  await expect(reply).toHaveValue('It costs £900.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'reply' })).toBeVisible()
  await expect(page.getByLabel('For the desk only')).toHaveValue('Half a note')
  await expect(reply).toHaveValue('')
})
