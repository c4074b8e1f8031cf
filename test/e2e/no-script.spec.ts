// Each page is a document with links and forms that work before, and without, any script.
import { showing } from '../seed-sales.ts'
import { expect, test } from './base.ts'
import { expectSent, fillContact, readMail, useOwnRateLimit } from './enquiry-form.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })

test('without script the menu is a link, and every plate can be read and turned', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Enquire about' })).toHaveCount(4)
  await page.getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL('/#site-links')
  await page.locator('#site-links').getByRole('link', { name: 'Browse Stock' }).click()
  await expect(page.getByRole('link', { name: 'Enquire about' })).toHaveCount(40)
  await page.getByRole('link', { name: 'Enquire about 1 KP' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 KP')
  const picture = page.getByRole('article').locator('svg[viewBox="0 0 520 111"]').first()
  const draw = () => picture.screenshot({ animations: 'disabled' })
  await page.getByText('Front, white').click()
  const front = await draw()
  await page.getByText('Rear, yellow').click()
  expect((await draw()).equals(front)).toBe(false)
})

test('without script the explorer turns its pages, and the years of a preset are valid in its fields, or they would not be sent', async ({
  page,
}) => {
  await page.goto('/sales-explorer')
  await expect(page.getByRole('slider')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).first().click()
  await expect(page.getByRole('region', { name: 'Sales', exact: true }).getByRole('status')).toHaveText(
    showing(2),
  )
  await page.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(page).toHaveURL(/from=2021/)
  await page.getByRole('searchbox').fill('ngh')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=ngh/)
})

test('without script an enquiry can be sent, corrected and acknowledged', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await useOwnRateLimit(context)
  await page.goto('/registration/JB1')
  await page.getByRole('link', { name: 'Report a figure that is wrong' }).click()
  await expect(page.getByLabel('Enquiry type')).toHaveValue('other')
  await expect(page.getByLabel('Subject')).toHaveValue('Wrong figure: JB 1, Bonhams, July 2025')
  // The type decides, by style alone, whether a plate is asked for.
  await expect(page.getByLabel('Plate number')).toBeHidden()
  await page.getByLabel('Enquiry type').selectOption('Purchase Enquiry')
  await expect(page.getByLabel('Plate number')).toBeVisible()
  await page.getByLabel('Enquiry type').selectOption('Other')
  await fillContact(page, { email: 'ann@visitor' })
  await page.getByRole('button', { name: 'Send Message' }).click()
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Message')).toHaveValue(/JB 1, sold in July 2025 \(Bonhams\)/)
  await email.fill('ann@visitor.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const { text } = await readMail(await expectSent(page))
  await expect(page.locator('#outcome')).toBeInViewport()
  expect(text).toContain('Plate number: JB 1')
})
