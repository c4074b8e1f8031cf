import { parseEnquiry } from '../../app/features/enquiries/enquiry-schema.ts'
import { createEnquiry } from '../../services/enquiries/enquiry-store.ts'
import { asContact } from '../enquiries/messages.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open('Ann Owner')
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

async function store(fields: object = {}) {
  const parsed = parseEnquiry(asContact(fields))
  if (!parsed.ok) throw new Error(parsed.error)
  const enquiry = { enquiry: parsed.enquiry, idempotencyKey: crypto.randomUUID(), quarantineReason: null }
  const { reference } = await createEnquiry(desk.client, enquiry)
  return { reference, address: `${desk.address}/desk/enquiries/${reference}` }
}

test('an enquiry is found with the keyboard and answered from a phone, with a template', async ({ page }) => {
  await store({ name: 'Kirsty McAllister', plateNumber: 'AB12 CDE', subject: 'Enquiry about AB12 CDE' })
  await store({ name: 'Somebody Else' })
  await page.setViewportSize({ width: 390, height: 800 })
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
  await page.setViewportSize({ width: 320, height: 800 })
  await expectAccessible(page, 'an enquiry')
  await page.getByRole('link', { name: 'Reserved or sold' }).click()
  const answer = page.getByLabel('To Kirsty McAllister, by e-mail')
  await expect(answer).toHaveValue(/AB12 CDE is no longer available/)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your reply is on its way.')).toBeVisible()
  await expect(answer).toHaveValue('')
  await expect(page.getByText('Status: answered, was new')).toBeVisible()
})

test('two people see each other’s changes, and keep what they typed', async ({
  page,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const { address } = await store()
  await page.goto(address)
  await page.getByLabel(/by e-mail$/).fill('It costs £900.')
  await page.getByLabel('For the desk only').fill('Half a note')
  const other = await browser.newContext()
  await desk.signIn(other)
  const bob = await other.newPage()
  await bob.goto(address)
  await bob.getByLabel('For the desk only').fill('Bought by phone.')
  await bob.getByRole('button', { name: 'Add note' }).click()
  await expect(bob.getByText('Your note has been added.')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent or changed')
  await expect(page.getByRole('alert')).toContainText('Bought by phone.')
  await expect(page.getByLabel(/by e-mail$/)).toHaveValue('It costs £900.')
  await expectAccessible(page, 'a conflict')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your reply is on its way.')).toBeVisible()
  await expect(page.getByLabel('For the desk only')).toHaveValue('Half a note')
  await expect(page.getByLabel(/by e-mail$/)).toHaveValue('')
})

test('an unfinished reply survives a reload', async ({ page }) => {
  const { address } = await store()
  await page.goto(address)
  await page.getByLabel(/by e-mail$/).fill('Half of what I wanted to say')
  await desk.goto(page, '')
  await page.goto(address)
  await expect(page.getByLabel(/by e-mail$/)).toHaveValue('Half of what I wanted to say')
})

test('a month is exported, and a person is forgotten after a confirmation', async ({ page }) => {
  const { address } = await store({ name: 'Zachary Quixote', email: 'quixote@visitor.example' })
  await desk.goto(page, '/enquiries/export')
  await expectAccessible(page, 'the export')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d\.csv$/)
  await page.goto(address)
  await page.getByRole('link', { name: 'Forget this person' }).click()
  await expect(page.getByText('quixote@visitor.example')).toBeVisible()
  await expectAccessible(page, 'the question')
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText('Tick the box first.')).toBeVisible()
  await page.getByLabel(/The request came from this address/).check()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText(/The person has been forgotten: 1 enquiry/)).toBeVisible()
})
