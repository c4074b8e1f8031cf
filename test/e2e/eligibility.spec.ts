import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const PATH = '/eligibility'

test('the question is reached from a plate and answered by keyboard alone', async ({ page }) => {
  await page.goto('/registration/AB51ABC')
  await page.getByRole('link', { name: 'Check your car' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'May It Go on My Car?' })).toBeVisible()
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
  await page.getByRole('button', { name: 'May It Go On?' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Yes', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/first=September\+2001&taxed=yes&mot=yes&q=no$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'No', exact: true })).toBeVisible()
})

test('it works without script, and reports errors at the field', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(PATH)
  await page.getByLabel('The registration you want').fill('ab 1')
  await page.getByLabel('Your vehicle was first registered in').fill('ten')
  await page.getByRole('button', { name: 'May It Go On?' }).click()
  const month = page.getByLabel('Your vehicle was first registered in')
  await expect(month).toHaveAccessibleDescription(/That does not read as a month/)
  await expect(month).toHaveValue('ten')
  await expect(page.getByRole('button', { name: 'Print It' })).toBeHidden()
  await month.fill('5/2015')
  await page.getByLabel('Is your vehicle taxed?').selectOption('No, neither')
  await page.getByRole('button', { name: 'May It Go On?' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Not yet', exact: true })).toBeVisible()
  await context.close()
})

test('the answer and its checklist are printed on one sheet', async ({ page }) => {
  for (const query of [
    '?registration=AB51ABC&first=2005-08&q=no&taxed=yes&mot=yes',
    '?registration=J27&first=1985-08&q=no&taxed=long-sorn&mot=no',
    '?registration=AB1&first=1985-08&q=no&taxed=no&mot=historic',
  ]) {
    await page.goto(PATH + query)
    const pdf = await page.pdf({
      format: 'A4',
      margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' },
    })
    expect([query, pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length]).toEqual([query, 1])
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The certificate for AB 1, V750 or V778')).toBeVisible()
  await expect(page.getByRole('form')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})

for (const width of [320, 1440])
  test(`its answers and refusals are accessible, ${width} px wide`, async ({ page, expectedErrors }) => {
    test.setTimeout(120_000)
    expectedErrors.push(/400/)
    await page.setViewportSize({ width, height: 900 })
    for (const query of [
      '',
      '?registration=AB51ABC&first=2005-08&q=no&taxed=yes&mot=yes',
      '?registration=AB51ABC&first=2001-08&q=yes&taxed=no&mot=never',
      '?registration=J27&first=1985-08&q=no&taxed=unsure&mot=historic',
      '?registration=Q123ABC&first=ten&q=x&taxed=x&mot=x',
    ]) {
      await page.goto(PATH + query)
      await test.step(query, () => expectAccessible(page, query))
    }
  })
