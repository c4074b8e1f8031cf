/** Checks of a site after the upgrade from the previous release, on either backend. */
import { parse } from 'node-html-parser'
import sharp from 'sharp'
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

/** The owner signs in with the former credentials, in both ways. @returns the owner, signed in */
export async function expectDeskOpens({ owner, siteUrl }: UpgradeFixture, ask: Ask): Promise<DeskVisitor> {
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
  return anna
}

/** New features are used at the desk and visible to visitors: an article, a picture, a setting of the firm. */
export async function expectDeskWrites(anna: DeskVisitor, ask: Ask): Promise<void> {
  const begun = await anna.submit('/desk/articles/new', { section: 'news', title: 'After the upgrade' })
  const path = begun.headers.get('Location') ?? ''
  const { html, csrf } = await anna.open(path)
  const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
  const published = await anna.post(path, {
    ...{ csrf, revision, intent: 'publish', title: 'After the upgrade', summary: 'It went well.' },
    ...{ category: 'Market Update', author: 'Anna', body: 'See [AB 10](/plate/AB%2010).' },
  })
  expect(published.headers.get('Location')).toContain('done=publish')

  const form = new FormData()
  form.set('csrf', csrf)
  const pixels = { width: 320, height: 180, channels: 3, background: '#f5c518' } as const
  form.set('file', new File([await sharp({ create: pixels }).png().toBuffer()], 'plate.png'))
  const stored = await anna.send('/desk/pictures.json', {
    method: 'POST',
    body: form,
    headers: { Origin: anna.origin },
  })
  const { id } = (await stored.json()) as { id: string }

  const firm = parse((await anna.open('/desk/firm')).html)
  const reach = firm.querySelectorAll('form').find((one) => one.querySelector('[name=telephoneNumber]'))
  const fields = (reach?.querySelectorAll('input:not([type=checkbox])') ?? []).map((field) => [
    field.getAttribute('name') ?? '',
    field.getAttribute('value') ?? '',
  ])
  const saved = await anna.post('/desk/firm?index', {
    ...Object.fromEntries(fields),
    telephoneNumber: '020 7946 0123',
    telephoneHours: 'every day, 9am to 7pm',
  })
  expect(saved.status).toBe(200)

  const texts = async () =>
    Promise.all(['/news/after-the-upgrade', '/contact'].map(async (page) => (await ask(page)).text()))
  await expect
    .poll(texts)
    .toEqual([expect.stringContaining('/plate/AB%2010'), expect.stringContaining('020 7946 0123')])
  expect((await ask(`/pictures/${id}/800.webp`)).status).toBe(200)
}
