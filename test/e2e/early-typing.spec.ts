import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

/** Input and clicks while the scripts are still loading; afterwards the page has to follow it. */
const EARLY: Record<
  string,
  { act: (page: Page) => Promise<unknown>; follows: (page: Page) => Promise<void> }
> = {
  '/plates': {
    act: (page) => page.getByRole('searchbox', { name: 'Search' }).last().fill('SAM'),
    follows: (page) => expect(page).toHaveURL(/\?q=SAM$/),
  },
  '/sales-explorer': {
    act: (page) => page.getByRole('searchbox').last().fill('AB'),
    follows: (page) => expect(page).toHaveURL(/\?q=AB$/),
  },
  '/sales-explorer?sort=hammer_price': {
    act: (page) => page.getByRole('button', { name: /^Filters/ }).click(),
    // A panel, beside which the page still responds.
    follows: async (page) => {
      await expect(page.getByRole('button', { name: /^Filters/ })).toHaveAttribute('aria-expanded', 'true')
      await page.getByRole('searchbox').last().click()
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    },
  },
  '/plate/1%20KP': {
    act: (page) => page.getByRole('button', { name: 'Save 1 KP' }).click(),
    follows: (page) =>
      expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' })).toBeVisible(),
  },
  '/auction-calculator?budget=10000': {
    act: (page) => page.getByLabel('Your bid').fill('8800'),
    follows: (page) => expect(page).toHaveURL(/\?hammer=8800$/),
  },
  '/auction-calculator': {
    act: (page) => page.getByLabel('Auction', { exact: true }).selectOption({ index: 1 }),
    follows: (page) => expect(page).toHaveURL(/\?house=/),
  },
  // React gives a text area that the server has filled in its first text again.
  '/contact?plate=1%20KP&type=purchase': {
    act: (page) => page.getByLabel('Message').fill('Is it still for sale?'),
    follows: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await expect(page.getByLabel('Message')).toHaveValue('Is it still for sale?')
    },
  },
  '/': {
    act: (page) => page.locator('#hero-field').fill('sandy'),
    follows: (page) => expect(page.getByRole('link', { name: 'See S4 NDY' })).toBeVisible(),
  },
}

for (const [path, { act, follows }] of Object.entries(EARLY))
  test(`what is typed, chosen or pressed on ${path} before hydration counts`, async ({ context }) => {
    const page = await context.newPage()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await act(page)
    expect(new URL(page.url()).search).toBe(new URL(path, 'http://site').search)
    release()
    await follows(page)
  })

test('a button that is pressed as soon as the page responds acts once', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.documentElement.dataset.hydrated === undefined) return
      observer.disconnect()
      document.querySelector<HTMLElement>('main button.scripted')?.click()
    })
    observer.observe(document, { attributes: true, subtree: true })
  })
  await page.goto('/plate/1%20KP')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' })).toBeVisible()
})
