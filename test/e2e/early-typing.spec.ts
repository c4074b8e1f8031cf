import { expect, test } from './base.ts'

test('text that is typed into the stock search before hydration filters the list', async ({ context }) => {
  const page = await context.newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/plates', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox', { name: 'Search' }).last()
  await search.fill('SAM')
  expect(new URL(page.url()).search).toBe('')
  release()
  await expect(page).toHaveURL(/\?q=SAM$/)
  await expect(search).toHaveValue('SAM')
})
