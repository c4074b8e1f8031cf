import type { Page } from '@playwright/test'
import { parseEnquiry } from '../../app/features/enquiries/enquiry-schema.ts'
import { createEnquiry } from '../../services/enquiries/enquiry-store.ts'
import { createInvitation } from '../../services/people/invitations.ts'
import type { DeskVisitor } from '../desk.ts'
import { asContact } from '../enquiries/messages.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })
// A refused form answers 400.
test.use({ expectedErrors: [/status of 400/] })

let desk: DeskSite
let bob: DeskVisitor

test.beforeAll(async () => {
  desk = await DeskSite.open()
  const wanted = { email: 'bob@plates.test', role: 'staff' } as const
  const invitation = await createInvitation(
    desk.client,
    desk.address,
    wanted,
    { person: 'Ann', via: 'desk' },
    new Date(),
  )
  if (!invitation.ok) throw new Error('There is no invitation')
  bob = desk.newVisitor()
  await bob.join(invitation.link, { name: 'Bob' })
})

test.afterAll(() => desk.close())

const enter = (page: Page, visitor: DeskVisitor) => desk.signIn(page.context(), visitor)

const open = (page: Page, path: string) => desk.goto(page, path)
const readSite = async (path: string) => (await fetch(desk.address + path)).text()

test('a telephone number is on the site as soon as it is saved, and removed with the default', async ({
  page,
}) => {
  await enter(page, desk.ann)
  await open(page, '/firm')
  const group = page.getByRole('region', { name: 'How to reach you' })
  await group.getByLabel('Number').fill('call me')
  await group.getByRole('button', { name: 'Save: How to reach you' }).click()
  await expect(group.getByText('Enter the number in digits, such as 020 7946 0000.')).toBeVisible()
  await expect(group.getByText('Say when you answer')).toBeVisible()
  await expect(group.getByLabel('Number')).toHaveValue('call me')

  await group.getByLabel('Number').fill('020 7946 0123')
  await group.getByLabel('When you answer').fill('every day, 9am to 7pm')
  await group.getByRole('button', { name: 'Save: How to reach you' }).click()
  await expect(group.getByText(/^Saved: Telephone\. Live on this server after/)).toBeVisible()
  await expect(group.getByText(/^Set by Ann, /)).toBeVisible()
  expect(await readSite('/contact')).toContain('020 7946 0123')

  await group.getByRole('button', { name: 'Reset to default: Telephone' }).click()
  await expect(group.getByLabel('Number')).toHaveValue('')
  // A setting with its default shows no notice about it.
  await expect(group.getByText(/default/i)).toHaveCount(0)
  await expect.poll(() => readSite('/contact')).not.toContain('020 7946 0123')
})

test('a wording on VAT is suggested by the status, accepted, and shown on the pages of plates', async ({
  page,
}) => {
  await enter(page, desk.ann)
  await open(page, '/firm')
  const group = page.getByRole('region', { name: 'Prices and VAT' })
  await group.getByLabel('Margin scheme: no VAT to add').check()
  await expect(group.getByText('The wording says that prices include VAT')).toBeVisible()
  await group.getByRole('button', { name: 'Use this wording' }).click()
  await expect(group.getByLabel('Beside each price')).toHaveValue('no VAT to add, £80 fee included')
  await group.getByRole('button', { name: 'Save: Prices and VAT' }).click()
  await expect(group.getByText(/^Saved: VAT, Beside each price and About prices\./)).toBeVisible()
  expect(await readSite('/plates')).toContain('no VAT to add, £80 fee included')
  expect(await readSite('/')).toContain('We sell under the VAT margin scheme')
})

test('a premium is calculated as an example during typing, and then used by the calculator', async ({
  page,
}) => {
  await enter(page, desk.ann)
  await open(page, '/firm')
  const group = page.getByRole('region', { name: 'Fees at DVLA auctions' })
  await expect(group.getByRole('table')).toHaveCount(2)
  await group.getByLabel('Rate, as a percentage').fill('7')
  await expect(group.getByRole('table', { name: 'At 7%' }).getByText('£1,364')).toBeVisible()
  await group.getByLabel('Where you read it').fill('the conditions of sale of November 2026')
  await group.getByLabel('Date you read it').fill('2026-11-20')
  await group.getByRole('button', { name: 'Save: Fees at DVLA auctions' }).click()
  await expect(group.getByText(/^Saved: DVLA buyer’s premium/)).toBeVisible()
  const calculator = await readSite('/auction-calculator?amount=1000')
  expect(calculator).toContain('the conditions of sale of November 2026')
  expect(calculator).not.toContain('Sources disagree')
})

test('a template is written beside its preview, and used for a reply', async ({ page }) => {
  await enter(page, desk.ann)
  await open(page, '/firm/templates')
  await page.getByRole('link', { name: 'Add a template' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Come and see it')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Come to {place} to see {plates|the plate}.')
  await expect(page.getByText('{place} is not a placeholder.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('{place} is not a placeholder: use one of those below.')).toBeVisible()
  await text.fill('Come to {firm} to see {plates|the plate}.')
  await expect(page.getByText('Come to Plateworthy to see ')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The template has been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Move “Come and see it” up' }).click()
  await expect(page.getByText('The order has been saved.')).toBeVisible()
  await expect(page.getByRole('listitem').nth(4)).toContainText('Come and see it')

  const parsed = parseEnquiry(asContact({ name: 'Zoë Adams', plateNumber: '' }))
  if (!parsed.ok) throw new Error(parsed.error)
  const { reference } = await createEnquiry(desk.client, {
    enquiry: parsed.enquiry,
    idempotencyKey: crypto.randomUUID(),
    quarantineReason: null,
  })
  await open(page, `/enquiries/${reference}`)
  await page.getByRole('link', { name: 'Come and see it' }).click()
  await expect(page.getByLabel('To Zoë Adams, by e-mail')).toHaveValue(
    'Dear Zoë Adams,\n\nCome to Plateworthy to see the plate.\n\nKind regards,\nAnn\nPlateworthy',
  )
})

test('a shorter retention needs a confirmation before anything is erased', async ({ page }) => {
  await enter(page, desk.ann)
  await open(page, '/firm')
  const group = page.getByRole('region', { name: 'Enquiries and replies' })
  await group.getByLabel('Months to keep enquiries').fill('6')
  await group.getByRole('button', { name: 'Save: Enquiries and replies' }).click()
  await expect(group.getByText('No enquiries are older than 6 months yet.')).toBeVisible()
  await group.getByLabel('Yes, keep enquiries for 6 months only').check()
  await group.getByRole('button', { name: 'Save: Enquiries and replies' }).click()
  await expect(group.getByText(/^Saved: Months to keep enquiries\./)).toBeVisible()
})

test('the email page says where a test email went, and which DNS queries failed', async ({ page }) => {
  await enter(page, desk.ann)
  await open(page, '/firm/mail')
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('ann@plates.test')
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  await expect(page.getByText('It was saved as a file that a mail program can open')).toBeVisible()
  await page.getByLabel('DKIM selectors').fill('S1, google')
  await page.getByRole('button', { name: 'Check DNS' }).click()
  await expect(page.getByText('plateworthy.example is a sample name that nobody owns')).toBeVisible()
  await expect(page.getByLabel('DKIM selectors')).toHaveValue('s1 google')
})

test('staff can read the firm’s settings, but not change them', async ({ page }) => {
  await enter(page, bob)
  await open(page, '/firm')
  await expect(page.getByText('Trading Plates Since 1993')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expect(page.getByText('Recipients of enquiries')).toHaveCount(0)
  expect((await bob.open('/desk/firm/mail')).status).toBe(403)
  const form = { group: 'business', name: 'Mallory', 'seen name': 'x' }
  expect((await bob.submit('/desk/firm', { ...form }, '/desk/firm?index')).status).toBe(403)
  expect(await readSite('/')).not.toContain('Mallory')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a setting is saved, refused and reset', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await enter(page, desk.ann)
    await desk.goto(page, '/firm')
    const group = page.getByRole('region', { name: 'The firm' })
    await group.getByRole('textbox', { name: 'Strapline' }).fill('Plates with a past')
    await group.getByLabel('Trading since').fill('2099')
    await group.getByRole('button', { name: 'Save: The firm' }).click()
    await expect(group.getByText('This year is in the future.')).toBeVisible()
    await expect(group.getByRole('textbox', { name: 'Strapline' })).toHaveValue('Plates with a past')
    await group.getByLabel('Trading since').fill('1993')
    await group.getByRole('button', { name: 'Save: The firm' }).click()
    await expect(group.getByText(/^Saved: Strapline\./)).toBeVisible()
    expect(await readSite('/')).toContain('Plates with a past')
    await group.getByRole('button', { name: 'Reset to default: Strapline' }).click()
    await expect(group.getByRole('textbox', { name: 'Strapline' })).toHaveValue('Trading Plates Since 1993')
    const prices = page.getByRole('region', { name: 'Prices and VAT' })
    await prices.getByLabel('Not registered for VAT').check()
    await prices.getByRole('button', { name: 'Use this wording' }).click()
    await expect(prices.getByRole('textbox', { name: 'About prices' })).toHaveValue(
      /We are not registered for VAT/,
    )
    await context.close()
  })
})

for (const width of [320, 1440])
  test(`the pages of the firm are accessible and do not scroll sideways, ${width} px wide`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await enter(page, desk.ann)
    for (const path of ['/firm', '/firm/templates', '/firm/templates/1', '/firm/mail']) {
      await open(page, path)
      await test.step(path, () => expectAccessible(page, path))
    }
    await page.getByRole('button', { name: 'Check DNS' }).click()
    await expect(page.getByText('is a sample name')).toBeVisible()
    // As high as the page, so that no button is half covered by a bar.
    await page.setViewportSize({ width, height: 2_400 })
    await expectAccessible(page, 'findings')
    await enter(page, bob)
    await open(page, '/firm')
    await expectAccessible(page, '/firm of staff')
  })
