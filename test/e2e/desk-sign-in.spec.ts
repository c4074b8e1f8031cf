/** Signing in to the desk: from the link in the terminal to Today, and out again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { createInvitation } from '../../services/people/invitations.ts'
import { codeOf, DESK_PASSWORD, openServiceClient, readFirstLink } from '../desk.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test.describe.configure({ mode: 'serial' })

let dataDir: string
let site: SiteProcess
let address: string
let client: BackendClient

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-desk-'))
  site = new SiteProcess({ DATA_DIR: dataDir })
  await site.start()
  // Passkeys need a host name, not an IP address.
  address = site.address.replace('127.0.0.1', 'localhost')
  client = openServiceClient(dataDir, site.address, fetch)
})

test.afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true })
})

/** A device with its own passkeys that confirms everything. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Today' })

async function endSessions(email: string) {
  const { data } = await client.from('people').select('id').eq('email', email).single()
  await client.from('sessions').delete().eq('person_id', String(data?.id))
}

async function inviteTo(role: 'owner' | 'staff', email: string): Promise<string> {
  const actor = { person: 'Ann Owner', via: 'desk' } as const
  const invitation = await createInvitation(client, address, { email, role }, actor, new Date())
  if (!invitation.ok) throw new Error('There is no invitation')
  return invitation.link
}

test('a passkey is set up with the link from the terminal, and an ended session loses nothing', async ({
  page,
  context,
  expectedErrors,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(context, page)
  const setPresent = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const signInAgain = async () => {
    await setPresent(true)
    // The authenticator may answer the email field's autofill before the click.
    await page
      .getByRole('button', { name: 'Sign in with a passkey' })
      .click({ timeout: 2_000 })
      .catch(() => {})
    await expect(page).not.toHaveURL(/sign-in/)
    await setPresent(false)
  }

  await test.step('the first person', async () => {
    const began = Date.now()
    await page.goto(await readFirstLink(client, address))
    await expectAccessible(page, 'the first link')
    await page.getByLabel('Your name').fill('Ann Owner')
    await page.getByLabel('E-mail address').fill('ann@plates.test')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(today(page)).toBeVisible()
    expect(Date.now() - began).toBeLessThan(120_000)
    await expect(page.getByText('Ann Owner')).toBeVisible()
    await setPresent(false)
  })

  await test.step('pages of people and the account', async () => {
    for (const path of [
      'people',
      'people/invite',
      'account',
      'account/passkeys',
      'account/password',
      'account/app',
      'confirm',
    ]) {
      await page.goto(`${address}/desk/${path}`)
      await expectAccessible(page, path)
    }
  })

  await test.step('a session that ends in the middle of a form', async () => {
    await page.goto(`${address}/desk/people/invite`)
    await page.getByLabel('E-mail address').fill('long-to-type@plates.test')
    await endSessions('ann@plates.test')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await expect(page).toHaveURL(/sign-in\?to=%2Fpeople%2Finvite/)
    await signInAgain()
    await expect(page.getByRole('heading', { name: 'Invite someone' })).toBeVisible()
    await expect(page.getByLabel('E-mail address')).toHaveValue('long-to-type@plates.test')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await expect(page.getByLabel('The link (shown only once)')).toHaveValue(/\/desk\/join\?token=[\w-]{43}$/)
  })

  await test.step('a session that ends in the middle of a form that keeps no draft', async () => {
    expectedErrors.push(/401/)
    await page.goto(`${address}/desk/firm`)
    await page.getByLabel('Strapline').fill('Long words about who we are')
    await endSessions('ann@plates.test')
    await page.getByRole('button', { name: 'Save: The firm' }).click()
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await expect(page.getByRole('textbox').filter({ hasText: 'Long words about who we are' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signInAgain()
    await expect(page.getByRole('heading', { name: 'Firm', exact: true })).toBeVisible()
  })

  await test.step('another tab that signs out', async () => {
    const other = await context.newPage()
    await other.goto(`${address}/desk/account`)
    await page.goto(`${address}/desk/people`)
    await expect(page.getByText('Ann Owner').first()).toBeVisible()
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(other.getByText('You are signed out.')).toBeVisible()
    await expect(page).toHaveURL(/sign-in/)
    await expect(page.getByText('Ann Owner')).toHaveCount(0)
    await other.goBack()
    await expect(other).toHaveURL(/sign-in/)
    await expect(other.getByText('Ann Owner')).toHaveCount(0)
    await other.close()
  })

  await test.step('coming back', async () => {
    await expectAccessible(page, 'the sign-in')
    await signInAgain()
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  })
})

test('a colleague joins with a password, an app and recovery codes, and signs in with them', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/) // for a wrong password
  await page.goto(await inviteTo('staff', 'bob@plates.test'))
  await page.getByLabel('Your name').fill('Bob Staff')
  await test.step('a new password is called weak or strong while it is typed', async () => {
    for (const [typed, said] of [
      ['password1234', 'Easy to guess'],
      [DESK_PASSWORD, 'Fair.'],
      ['tulip', 'Too short'],
      ['correct horse battery staple', 'Strong.'],
    ] as const) {
      await page.getByLabel('New password').fill(typed)
      await expect(page.getByRole('status')).toContainText(said)
    }
    await expectAccessible(page, 'the strength of a password')
  })
  await page.getByLabel('New password').fill(DESK_PASSWORD)
  await page.getByRole('button', { name: 'Use this password' }).click()
  await expect(page.getByRole('heading', { name: 'Add a second step' })).toBeVisible()
  await expectAccessible(page, 'the choice of a second factor')
  await page.getByRole('link', { name: 'Set up an app' }).click()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expectAccessible(page, 'the QR code')
  const key = await page.locator('code').innerText()
  await page.getByLabel('Code shown by the app').fill(codeOf(key, -1))
  await page.getByLabel('Code shown by the app').press('Enter')
  await expect(page.getByRole('heading', { name: 'Ten recovery codes' })).toBeVisible()
  const codes = await page.locator('ol li').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'the recovery codes')
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(today(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)

  await page.goto(`${address}/desk/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto(`${address}/desk/account/password`)
  await page.getByLabel('E-mail address').fill('bob@plates.test')
  const password = page.getByLabel('Password')
  await password.fill(DESK_PASSWORD)
  await test.step('the password can be shown', async () => {
    const show = page.getByRole('button', { name: 'Show password' })
    await expect(show).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('ArrowLeft')
    const cursor = () => password.evaluate((field: HTMLInputElement) => field.selectionStart)
    const before = await cursor()
    await show.click()
    await expect(show).toHaveAttribute('aria-pressed', 'true')
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue(DESK_PASSWORD)
    await expect(password).toBeFocused()
    expect(await cursor()).toBe(before)
    await expectAccessible(page, 'the shown password')
    await page.keyboard.press('Tab')
    await expect(show).toBeFocused()
    await page.keyboard.press('Space')
    await expect(password).toHaveAttribute('type', 'password')
    await expect(show).toBeFocused()
    await page.keyboard.press('Space')
    await expect(password).toHaveAttribute('type', 'text')
    await password.fill('no password of his')
    await password.press('Enter')
    await expect(page.getByText('The e-mail address or password is wrong.')).toBeVisible()
    await expect(password).toHaveAttribute('type', 'password')
    await expect(show).toHaveAttribute('aria-pressed', 'false')
    await password.fill(DESK_PASSWORD)
    await password.press('Enter')
  })
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'the code')
  await page.keyboard.type(codeOf(key))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/account\/password$/)
  await page.goto(`${address}/desk/more`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await page.getByLabel('E-mail address').fill('bob@plates.test')
  await page.getByLabel('Password').fill(DESK_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('No phone to hand?').click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(today(page)).toBeVisible()
})

test('without script a password and a code sign in, and the page says what passkeys need', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(await inviteTo('staff', 'carol@plates.test'))
  await expect(page.getByText('Passkeys need JavaScript.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  await expect(page.locator('.password-show')).toHaveText('Show new password')
  await expect(page.locator('.password-show')).toBeHidden()
  await page.getByLabel('Your name').fill('Carol Staff')
  await page.getByLabel('New password').fill(DESK_PASSWORD)
  await page.getByRole('button', { name: 'Use this password' }).click()
  await page.getByRole('link', { name: 'Set up an app' }).click()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  const key = await page.locator('code').innerText()
  await page.getByLabel('Code shown by the app').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The code is wrong.')).toBeVisible()
  expect(await page.locator('code').innerText()).toBe(key)
  await page.getByLabel('Code shown by the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(today(page)).toBeVisible()
  await endSessions('carol@plates.test')
  await page.goto(`${address}/desk/account`)
  await expect(page).toHaveURL(/sign-in\?to=%2Faccount/)
  await context.close()
})
