import { expect, test } from './base.ts'

test('the question whether a registration may go on a car is reached from a plate and answered by keyboard alone', async ({
  page,
}) => {
  await page.goto('/registration/AB51ABC')
  await page.getByRole('link', { name: 'Check your car' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Can It Go on My Car?' })).toBeVisible()
  await expect(page.getByLabel('The registration you want')).toHaveValue('AB51ABC')
  await page.getByLabel('The registration you want').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('08/2001')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'No', exact: true })).toBeVisible()
  await expect(page.getByText('but yours dates from August 2001')).toBeVisible()
  await expect(page).toHaveTitle(/^No: AB51 ABC on a Vehicle of August 2001/)

  await page.getByRole('link', { name: 'Change an answer' }).press('Enter')
  await page.getByLabel('Your vehicle was first registered in').fill('September 2001')
  await page.getByLabel('Is your vehicle taxed?').selectOption('Yes')
  await page.getByLabel('Does it have a current MOT?').selectOption('Yes')
  await page.getByRole('button', { name: 'Check', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Yes', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/first=September\+2001&kind=car&keeper=person&taxed=yes&mot=yes&q=no$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'No', exact: true })).toBeVisible()
})
