import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { putRow } from '../rows.ts'
import { withData } from '../with-data.ts'
import { expectAccessible } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

async function store({ dataDir, address }: DeskSite, fields: object = {}) {
  const { reference } = await withData(dataDir, (database) => storeEnquiry(database, asContact(fields)))
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
  // A button that is half below the header counts as too small.
  await page.getByRole('alert').scrollIntoViewIfNeeded()
  await expectAccessible(page, 'a conflict')
  await page.reload()
  await expect(reply).toHaveValue('It costs £900.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'reply' })).toBeVisible()
  await expect(page.getByLabel('For the desk only')).toHaveValue('Half a note')
  await expect(reply).toHaveValue('')
})

test('a reply that was refused takes the focus once, and not again while a note is saved', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await page.goto(await store(desk))
  const reply = page.getByLabel(/by e-mail$/)
  await reply.fill('It costs [price].')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Replace [price]')).toBeVisible()
  await expect(reply).toBeFocused()
  await page.getByLabel('For the desk only').fill('Rang')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'note' })).toBeVisible()
  await expect(reply).not.toBeFocused()
})

test('an enquiry by telephone is entered with the keyboard, what was said is saved, and a pasted reply waits on Today', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await putRow(desk.database, 'plates', { plate_number: 'S1 NGH' }, { price: 4500, is_available: true })
  const address = await store(desk, {
    name: 'Bob Marley',
    plateNumber: 'S1 NGH, 1 KP',
    email: 'bob@visitor.example',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.goto(page, '/enquiries')
  await page.getByRole('link', { name: 'Enquiry by telephone' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'the form of an enquiry by telephone')
  await page.keyboard.type('Ann Ash')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Telephone')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Name')).toHaveValue('Ann Ash')
  await page.getByLabel('Telephone').fill('07700 900123')
  await page.getByLabel('Plates').fill('s1ngh')
  await page.keyboard.press('Enter')
  const plate = page.getByRole('region', { name: 'S1 NGH' })
  await expect(plate).toContainText('£4,500')
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+447700900123')
  await page.getByLabel('To Ann Ash, by telephone').fill('It is £4,500.')
  await page.getByRole('button', { name: 'Copy the message' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('It is £4,500.')
  await page.getByRole('button', { name: 'Save as said by telephone' }).click()
  await expect(page.getByText('Status: answered, was new')).toBeVisible()
  await expectAccessible(page, 'an enquiry by telephone')

  await plate.getByRole('link', { name: 'Bob Marley' }).click()
  await expect(page).toHaveURL(new RegExp(`^${address}.*#reply$`))
  await expect(page.getByLabel('To Bob Marley, by e-mail')).toHaveValue(/S1 NGH at £4,500/)
  await page.getByText('They replied', { exact: true }).click()
  await page
    .getByLabel('The e-mail from Bob Marley')
    .fill('I take it.\n\nOn Mon, 23 Nov 2026 at 10:14, Plateworthy wrote:\n> It is £4,500.')
  await page.getByRole('button', { name: 'Add their reply' }).click()
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation).toContainText('Bob Marley replied, pasted by')
  await expect(conversation).not.toContainText('Plateworthy wrote')
  await desk.goto(page, '/')
  await page.getByRole('link', { name: 'Bob Marley replied, S1 NGH, 1 KP' }).click()
  await page.getByRole('button', { name: 'Lost: No answer' }).click()
  await expect(conversation).toContainText('Status: lost (no answer), was replied')
})
