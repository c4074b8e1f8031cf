/** Forms through a TLS proxy, before the script has loaded and with it: the headers that a real browser sends. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { SiteProcess } from '../site-process.ts'
import { startTlsProxy, type TlsProxy } from '../tls-proxy.ts'
import { expect, test } from './base.ts'

const HOSTNAME = 'localhost'
let dataDir: string
let proxy: TlsProxy
let site: SiteProcess
let siteUrl: string

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-https-'))
  proxy = await startTlsProxy(HOSTNAME)
  siteUrl = `https://${HOSTNAME}:${proxy.port}`
  site = new SiteProcess({ DATA_DIR: dataDir, SITE_URL: siteUrl, TRUST_PROXY: '1' })
  await site.start()
  proxy.forwardTo(site.address)
})

test.afterAll(async () => {
  await site.stop()
  await proxy.close()
  rmSync(dataDir, { recursive: true })
})

async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: siteUrl, ...options })
  return context.newPage()
}

function storedEnquiries(name: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true })
  const rows = database.prepare('SELECT * FROM enquiries WHERE name = ?').all(name)
  database.close()
  return rows
}

async function mailOf(reference: string): Promise<string> {
  const findFile = () => readdirSync(join(dataDir, 'mail')).find((file) => file.endsWith(`${reference}.eml`))
  await expect.poll(() => site.hasEnded || readdirSync(dataDir).includes('mail')).toBe(true)
  await expect.poll(findFile).toBeTruthy()
  return (await PostalMime.parse(readFileSync(join(dataDir, 'mail', findFile() ?? '')))).text ?? ''
}

async function acknowledged(page: Page): Promise<string> {
  const note = page.getByRole('status').filter({ hasText: 'ENQ-' })
  await expect(note).toBeVisible()
  return /ENQ-\d{4}-\d{4}/.exec(await note.innerText())?.[0] ?? ''
}

async function sendContact(page: Page, name: string) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill('ann@visitor.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
}

async function sendValuation(page: Page, name: string) {
  await page.getByLabel('Plate number').fill('C 3')
  await page.getByLabel('Email').fill('ann@visitor.example')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Additional information').fill('Mine since 1998')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Request Valuation' }).click()
}

async function postBothForms(page: Page, name: string) {
  await page.goto('/contact?plate=1%20KP&type=purchase', { waitUntil: 'commit' })
  await sendContact(page, name)
  const contact = await acknowledged(page)
  await page.goto('/valuations', { waitUntil: 'commit' })
  await sendValuation(page, name)
  const valuation = await acknowledged(page)
  expect(storedEnquiries(name)).toMatchObject([
    {
      reference: contact,
      inquiry_type: 'purchase',
      plate_number: '1 KP',
      subject: 'Enquiry about 1 KP',
      message: expect.stringContaining('interested in buying the plate 1 KP'),
    },
    { reference: valuation, kind: 'valuation', plate_number: 'C 3', message: 'Mine since 1998' },
  ])
  expect(await mailOf(contact)).toMatch(/Plate number: 1 KP[\s\S]*interested in buying the plate 1 KP/)
  expect(await mailOf(valuation)).toContain('Mine since 1998')
  expect(site.faults).toEqual([])
}

test('forms arrive through the proxy before the script has loaded, and with it', async ({ browser }) => {
  const page = await visit(browser)
  await page.route('**/*.js', () => {})
  await postBothForms(page, 'Ann before script')
  await page.unroute('**/*.js')

  await page.goto('/contact?plate=1%20KP&type=purchase')
  await expect(page.getByRole('form')).toHaveJSProperty('noValidate', true)
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    sendContact(page, 'Ann with script'),
  ])
  await acknowledged(page)
  expect(new URL(request.url()).pathname).toBe('/functions/v1/send-email')
  expect(storedEnquiries('Ann with script')).toMatchObject([{ plate_number: '1 KP' }])
})
