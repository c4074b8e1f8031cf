/** Checks of a site after the upgrade from the previous release. */
import { expect } from 'vitest'
import { codeOf, DeskVisitor } from './desk.ts'
import { SoftAuthenticator } from './soft-authenticator.ts'
import { readPage, type UpgradeFixture } from './upgrade-fixture.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Every public page opens as it did, and those made from the dealer's data have every figure they had. */
export async function expectSamePages({ pages }: UpgradeFixture, ask: Ask): Promise<void> {
  for (const { text: before = '', ...page } of pages) {
    const { text: after = '', ...now } = await readPage(ask, page.path)
    expect(now).toEqual(page)
    const figures = figuresOf(after)
    expect([page.path, ...figuresOf(before).filter((figure) => !figures.includes(figure))]).toEqual([
      page.path,
    ])
  }
}

/** Prices, years and registrations; a release may change the wording around them. */
const figuresOf = (text: string): string[] =>
  text.match(/£?\d[\d,]*(\.\d+)?|[A-Z]{1,3} \d{1,4}|[A-Z]\d{1,3} [A-Z]{3}/g) ?? []

/** The desk shows the work that was done with the previous release. */
const DESK_PAGES: [path: string, words: string[]][] = [
  ['/desk', ['Anna Barker']],
  ['/desk/enquiries', ['Zoë Ünal', 'KAT 1E']],
  ['/desk/stock?status=all', ['B16 BEN', 'V1 OLA']],
  ['/desk/changes', ['SAM 11']],
  ['/desk/people', ['Anna Barker', 'anna@plates.test']],
  ['/desk/import', ['not imported yet.csv']],
]

/** The owner signs in with the former credentials, in both ways. */
export async function expectDeskOpens({ owner, siteUrl }: UpgradeFixture, ask: Ask): Promise<void> {
  const byPasskey = new DeskVisitor(ask, siteUrl)
  const { csrf } = await byPasskey.open('/desk/sign-in')
  const asked = await byPasskey.post('/desk/passkey-options', { csrf, purpose: 'sign-in' })
  const { options } = (await asked.json()) as { options: { challenge: string; rpId?: string } }
  const passkey = new SoftAuthenticator(siteUrl, owner.passkey).get(options)
  const signedIn = await byPasskey.post('/desk/sign-in', { csrf, intent: 'passkey', passkey })
  expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([302, '/desk'])

  const anna = new DeskVisitor(ask, siteUrl)
  await anna.submit('/desk/sign-in', { email: owner.email, password: owner.password })
  await anna.submit('/desk/sign-in/code', { intent: 'totp', code: codeOf(owner.appKey) })
  for (const [path, words] of DESK_PAGES) {
    const { status, html } = await anna.open(path)
    expect([path, status]).toEqual([path, 200])
    for (const word of words) expect([path, html]).toEqual([path, expect.stringContaining(word)])
  }
}
