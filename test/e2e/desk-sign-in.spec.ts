/** Signing in to the desk with a passkey, a password and codes, and out again. */

import type { BrowserContext, Page } from '@playwright/test'
import { createInvitation } from '#services/people/invitations.ts'
import { codeOf, DESK_PASSWORD } from '../desk.ts'
import { deleteRows, findRows } from '../rows.ts'
import { withData } from '../with-data.ts'
import { expectAccessible, expectNoOverflow } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

test.use({ viewport: { width: 320, height: 800 } })
test.beforeEach(({ context }) => context.clearCookies())

/** Passkeys need a host name, not an IP address. */
const addressOf = ({ address }: DeskSite) => address.replace('127.0.0.1', 'localhost')

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

async function endSessions({ database }: DeskSite, email: string) {
  const [person] = await findRows(database, 'people', ['id'], { email })
  await deleteRows(database, 'sessions', { person_id: person?.id ?? '' })
}

async function inviteTo(desk: DeskSite, role: 'owner' | 'staff', email: string): Promise<string> {
  const actor = { person: 'Ann', via: 'desk' } as const
  const address = addressOf(desk)
  const invitation = await withData(desk.dataDir, (database) =>
    createInvitation(database, address, { email, role }, actor, new Date()),
  )
  if (!invitation.ok) throw new Error('There is no invitation')
  return invitation.link
}

test('a passkey is set up with a link, and an ended session loses nothing', async ({
  page,
  context,
  desk,
  expectedErrors,
}) => {
  const address = addressOf(desk)
  const { cdp, authenticatorId } = await addAuthenticator(context, page)
  const setPresent = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const signInAgain = async () => {
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(button).toBeVisible()
    await setPresent(true)
    // Without waiting: the authenticator may answer the email field's autofill before the click.
    await button.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click())
    await expect(page).not.toHaveURL(/sign-in/)
    await setPresent(false)
  }

  await test.step('the first sign-in', async () => {
    await page.goto(await inviteTo(desk, 'owner', 'olive@plates.test'))
    await page.getByLabel('Your name').fill('Olive Owner')
    await expectAccessible(page, 'the link')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(today(page)).toBeVisible()
    await setPresent(false)
  })

  await test.step('pages of people and the account', async () => {
    for (const path of ['people/invite', 'account/passkeys', 'account/password', 'confirm']) {
      await page.goto(`${address}/desk/${path}`)
      await expectNoOverflow(page, path)
    }
    for (const path of ['account', 'people']) {
      await page.goto(`${address}/desk/${path}`)
      await expectAccessible(page, path)
    }
  })

  await test.step('a session that ends in the middle of a form', async () => {
    await page.goto(`${address}/desk/people/invite`)
    await page.getByLabel('E-mail address').fill('long-to-type@plates.test')
    await endSessions(desk, 'olive@plates.test')
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
    await page.goto(`${address}/desk/firm/business`)
    await page.getByLabel('Strapline').fill('Long words about who we are')
    await endSessions(desk, 'olive@plates.test')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await expect(page.getByRole('textbox').filter({ hasText: 'Long words about who we are' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signInAgain()
    await expect(page.getByRole('heading', { name: 'The firm', exact: true })).toBeVisible()
  })

  await test.step('another tab that signs out', async () => {
    const other = await context.newPage()
    await other.goto(`${address}/desk/account`)
    await page.goto(`${address}/desk/people`)
    await expect(page.getByRole('main').getByText('Olive Owner').first()).toBeVisible()
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(other.getByText('You are signed out.')).toBeVisible()
    await expect(page).toHaveURL(/sign-in/)
    await expect(page.getByText('Olive Owner')).toHaveCount(0)
    await other.goBack()
    await expect(other).toHaveURL(/sign-in/)
    await expect(other.getByText('Olive Owner')).toHaveCount(0)
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
  desk,
  expectedErrors,
}) => {
  const address = addressOf(desk)
  expectedErrors.push(/400/) // for a wrong password
  await page.goto(await inviteTo(desk, 'staff', 'bob@plates.test'))
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
  await page.getByRole('link', { name: 'Set up an app' }).click()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expectAccessible(page, 'the QR code')
  const key = await page.locator('code').innerText()
  await page.getByLabel('Code shown by the app').fill(codeOf(key))
  await page.getByLabel('Code shown by the app').press('Enter')
  await expect(page.getByRole('heading', { name: 'Ten recovery codes' })).toBeVisible()
  const codes = await page.locator('ol li').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectNoOverflow(page, 'the recovery codes')
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
  await expectNoOverflow(page, 'the code')
  await page.keyboard.type(codeOf(key, 1)) // the code before has been used
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
