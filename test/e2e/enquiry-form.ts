/** The contact form as a visitor fills it in, and the mail that comes of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from './base.ts'

let visitors = 0

/** Gives the visitor an IP address that no other test has, and so a rate limit. */
export async function useOwnRateLimit(context: BrowserContext) {
  visitors += 1
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.${test.info().workerIndex}.0.${visitors}` })
}

export const mailFolder = () => join(process.env.JOURNEYS_DATA_DIR ?? '', 'mail')

export async function readMail(reference: string): Promise<Email> {
  let name: string | undefined
  await expect
    .poll(() => {
      try {
        name = readdirSync(mailFolder()).find((file) => file.endsWith(`${reference}.eml`))
      } catch {}
      return name
    })
    .toBeTruthy()
  return PostalMime.parse(readFileSync(join(mailFolder(), name ?? '')))
}

export async function fillContact(page: Page, words: Record<string, string> = {}) {
  const { name = 'Ann O’Hara', email = 'ann@visitor.example', subject, message } = words
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  if (subject) await page.getByLabel('Subject').fill(subject)
  if (message) await page.getByLabel('Message').fill(message)
}

const REFERENCE = /ENQ-\d{4}-\d{4}/

/** @returns the reference of the enquiry that the page says has been sent */
export async function expectSent(page: Page): Promise<string> {
  const note = page.getByRole('status').filter({ hasText: REFERENCE })
  await expect(note).toBeVisible()
  return REFERENCE.exec(await note.innerText())?.[0] ?? ''
}
