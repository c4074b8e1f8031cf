/** The texts of the firm that customers go by: found where they are shown, and saved only after a fresh second factor. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { inputsOf } from '#desk/app/features/firm/setting-inputs.server.ts'
import { alertMail } from '#services/alerts/alert-mails.ts'
import type { MatchedAlert } from '#services/alerts/match-alerts.ts'
import { acknowledgementOf } from '#services/enquiries/acknowledgement.ts'
import type { AddressedEnquiry } from '#services/enquiries/enquiry-store.ts'
import { readNamedPlates } from '#services/enquiries/reply-templates.ts'
import {
  isGuarded,
  SETTING_NAMES,
  SETTINGS,
  type SettingField,
  type SettingName,
} from '#services/settings/definitions.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import { STANDARD_TEMPLATES } from '#shared/enquiries/template-text.ts'
import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'
import { platePath } from '#shared/urls.ts'
import { addOrder } from '../add-order.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { queryRows } from '../query-rows.ts'
import { addRows, findRows } from '../rows.ts'
import { type Desk, openDesk } from './open-desk.ts'

const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })

/** Letters and figures that no page has by itself, others for each setting. */
const markOf = (name: SettingName) => `zq${String(SETTING_NAMES.indexOf(name)).padStart(2, '0')}`

function isCounted(name: SettingName): boolean {
  const field: SettingField | null = SETTINGS[name].field
  return field !== null && !field.parts && (field.holds === 'number' || field.input === 'radios')
}

/** A value with the mark in each of its texts; undefined if it has none, being a number or a choice. */
function markedValueOf(name: SettingName): unknown {
  const { schema } = SETTINGS[name]
  if (isCounted(name)) return undefined
  const mark = markOf(name)
  const shapes: unknown[] = [
    mark,
    `${mark}@plates.test`,
    // The letters of the logo.
    mark.slice(1).toUpperCase(),
    `GB9000000${mark.slice(2)}`,
    [mark],
    [`${mark}@plates.test`],
    [{ figure: mark, text: mark }],
    [{ name: mark, body: `${mark} {offer}` }],
    { number: `020 7946 00${mark.slice(2)}`, hours: mark },
    { label: mark, url: `https://plates.test/${mark}` },
    { rate: 0.07, source: mark, checked: '2026-11-20' },
  ]
  return shapes.find((shape) => schema.safeParse(shape).success)
}

/** What a page that shows the setting has. */
function shownOf(name: SettingName): string {
  const value = markedValueOf(name)
  return typeof value === 'string' ? value : markOf(name)
}

const MARKED = SETTING_NAMES.filter((name) => markedValueOf(name) !== undefined)

/** Texts of our own to choose from. */
const CHOSEN: readonly SettingName[] = ['acknowledgements']

const NAMES_MONEY = /£\s?\d/
const STATEMENTS: readonly string[] = STATEMENT_PAGES.map(({ path }) => path)

/** What a customer reads of a page; empty of one that names no money. */
async function readMoneyPage({ owner }: Desk, path: string): Promise<string> {
  const response = await owner.send(path)
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || !/^text|json|xml/.test(type)) return ''
  const page = parse(await response.text())
  // The settings for hydration, which nobody reads.
  for (const script of page.querySelectorAll('script')) script.remove()
  const text = page.toString()
  return NAMES_MONEY.test(text) || STATEMENTS.includes(path) ? text : ''
}

async function registrationOfPlate({ database }: Desk): Promise<string> {
  const plates = await findRows(database, 'plates', ['plate_number', 'price'], { is_available: true })
  return String(plates.find(({ price }) => price !== null)?.plate_number)
}

/** Every public page without a parameter, some with one, the page of an order, and its papers. */
async function readMoneyPages(desk: Desk): Promise<string[]> {
  const order = await addOrder(desk.database)
  const payment = { deal_id: order.id, kind: 'deposit', amount: 10_000, paid_on: '2026-11-20' }
  await addRows(desk.database, 'deal_payments', { ...payment, method: 'cash', person: 'Ann' })
  const paths = [
    ...routes.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]/.test(path)),
    platePath(await registrationOfPlate(desk)),
    '/registration/AB51ABC',
    '/plates?q=sam',
    '/search?q=sam',
    '/find?q=sam',
    '/info/auction-fees-explained',
    '/auction-calculator?house=dvla&hammer=1000',
    order.path,
    `/desk/deals/${order.id}/confirmation`,
    `/desk/deals/${order.id}/receipt`,
  ]
  const pages: string[] = []
  for (const path of paths) pages.push(await readMoneyPage(desk, path))
  return pages
}

/** The e-mails to customers: those that the desk proposes, with blanks for amounts, and those that the site sends by itself. */
async function readLetters(desk: Desk): Promise<string[]> {
  const { database, owner } = desk
  const plateNumber = await registrationOfPlate(desk)
  const asked = asContact({ name: 'Ann Ash', plateNumber })
  const { reference } = await desk.withData((database) => storeEnquiry(database, asked))
  const order = await addOrder(database, { plate_number: 'CD 2', agreed_on: null })
  const { site, privateSettings } = await desk.withData((database) => readSiteSettings(database, defaults))
  const proposed: string[] = []
  for (const path of [
    ...privateSettings.replyTemplates.map(({ name }) => `/desk/enquiries/${reference}?template=${name}`),
    `/desk/enquiries/${reference}/quote?plate=${plateNumber}`,
    `/desk/deals/${order.id}`,
  ]) {
    const letters = parse((await owner.open(path)).html).querySelectorAll('textarea[name=text]')
    expect([path, letters.length]).toEqual([path, expect.toSatisfy((count) => count > 0)])
    proposed.push(...letters.map(({ textContent }) => textContent))
  }
  const enquiry = { kind: 'contact', inquiryType: 'purchase', name: 'Ann Ash', email: 'ann@visitors.test' }
  const news = { kind: 'reduced', registration: plateNumber, priceGbp: 100, previousPriceGbp: 200 }
  return [
    ...proposed,
    acknowledgementOf(
      { ...enquiry, reference, plateNumber } as AddressedEnquiry,
      site,
      await desk.withData((database) => readNamedPlates(database, { plateNumber })),
    ).text,
    alertMail(
      {
        alert: { id: '1', token: 'x', email: enquiry.email },
        criteria: { kind: 'registration', registration: plateNumber },
        news: [news],
      } as MatchedAlert,
      '1',
      { siteUrl: 'https://plates.test', firm: site.name },
    ).text,
  ]
}

/** Who gets enquiries; no page shows it. */
const UNSEEN: readonly SettingName[] = ['recipients']

test('every setting is marked but for numbers and choices', () => {
  expect(SETTING_NAMES.filter((name) => !MARKED.includes(name) && !isCounted(name))).toEqual(CHOSEN)
})

test('every text of the firm that a letter, a paper or a page with money in it shows is guarded, and no other', async () => {
  const desk = await openDesk()
  for (const name of MARKED)
    await addRows(desk.database, 'settings', {
      name,
      value: JSON.stringify(markedValueOf(name)),
      person: 'Ann',
    })
  const shown = [...(await readMoneyPages(desk)), ...(await readLetters(desk))]
  const isShown = (name: SettingName) => shown.some((text) => text.includes(shownOf(name)))
  expect(MARKED.filter(isShown)).toEqual(
    SETTING_NAMES.filter((name) => isGuarded(name) && !UNSEEN.includes(name)),
  )
}, 60_000)

const databaseOf = ({ site }: Desk) =>
  new DatabaseSync(join(site.dataDir, 'plateworthy.db'), { timeout: 2000 })

const confirmAgain = (desk: Desk, at = new Date().toISOString().replace('Z', '+00:00')) =>
  databaseOf(desk).prepare('UPDATE sessions SET second_factor_at = ?').run(at)

const storedIn = ({ site }: Desk) => queryRows(site.dataDir, 'SELECT name, value FROM settings ORDER BY name')

/** The e-mails about changes of the setting. */
const noticesOf = ({ site }: Desk, name: SettingName) =>
  queryRows(site.dataDir, 'SELECT recipient, body FROM mails').filter(({ body }) =>
    String(body).includes(`${SETTINGS[name].label}: `),
  )

/** Sends the form of the group with another value of one setting. */
async function save({ owner }: Desk, name: SettingName, value: unknown): Promise<number> {
  const path = `/desk/firm/${SETTINGS[name].field?.group}`
  const page = parse((await owner.open(path)).html)
  const form = page.querySelectorAll('form').find((one) => one.querySelector(`[name="seen ${name}"]`))
  const fields = (form?.querySelectorAll('input, textarea') ?? []).flatMap((field): [string, string][] => {
    const isChoice = ['checkbox', 'radio'].includes(field.getAttribute('type') ?? '')
    if (isChoice && !field.hasAttribute('checked')) return []
    return [[field.getAttribute('name') ?? '', field.getAttribute('value') ?? field.textContent]]
  })
  const inputs = inputsOf(name).fieldsWith(value).flat()
  const changed = inputs.map((input) => [input.name, [input.value ?? ''].flat()[0] ?? ''])
  const body = { ...Object.fromEntries(fields), ...Object.fromEntries(changed) }
  return (await owner.post(path, body)).status
}

const ON_THE_PAGE = SETTING_NAMES.filter((name) => isGuarded(name) && SETTINGS[name].field)
const LONG_AGO = '2026-01-01T00:00:00+00:00'

test('what customers go by is saved after a fresh second factor alone, and the owners are told', async () => {
  const desk = await openDesk()
  const saveMarked = (name: SettingName) => save(desk, name, markedValueOf(name))
  confirmAgain(desk, LONG_AGO)
  for (const name of ON_THE_PAGE) {
    expect([name, await saveMarked(name)]).toEqual([name, 403])
    expect([name, storedIn(desk), noticesOf(desk, name)]).toEqual([name, [], []])
  }
  confirmAgain(desk)
  for (const name of ON_THE_PAGE) {
    expect([name, await saveMarked(name)]).toEqual([name, 200])
    const told = noticesOf(desk, name).map(({ recipient }) => recipient)
    expect([name, told]).toEqual([name, expect.arrayContaining(['ann@people.test'])])
  }
  expect(storedIn(desk).map(({ name }) => name)).toEqual(expect.arrayContaining(ON_THE_PAGE))
}, 60_000)

test('the recipients of enquiries so far are told who is to get them, and who has changed it', async () => {
  const desk = await openDesk()
  expect(await save(desk, 'recipients', ['bob@plates.uk'])).toBe(200)
  expect(await save(desk, 'recipients', ['carol@plates.uk'])).toBe(200)
  const told = noticesOf(desk, 'recipients').filter(({ body }) => String(body).includes('→ carol@plates.uk'))
  expect(told.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['bob@plates.uk', 'ann@people.test']),
  )
  for (const { body } of told) expect(body).toContain('Ann Ownerly')
})

test('every owner is told of other bank details, and no e-mail has them', async () => {
  const desk = await openDesk()
  databaseOf(desk)
    .prepare(
      `INSERT INTO people (email, name, role, security_stamp) VALUES ('cy@people.test', 'Cy', 'owner', 'a stamp of sixteen')`,
    )
    .run()
  expect(await save(desk, 'bankDetails', 'Plates Ltd\r\n12-34-56\r\n87654321')).toBe(200)
  const told = noticesOf(desk, 'bankDetails')
  expect(told.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['ann@people.test', 'cy@people.test']),
  )
  for (const { body } of told) expect(body).not.toContain('87654321')
  confirmAgain(desk, LONG_AGO)
  expect(await save(desk, 'bankDetails', '')).toBe(403)
})

test('a field in need of correction is named before a second factor is asked for', async () => {
  const desk = await openDesk()
  confirmAgain(desk, LONG_AGO)
  expect(await save(desk, 'companyVatNumber', 'none')).toBe(400)
})

test.each([
  ['an added one', '/desk/firm/templates/new', { intent: 'save', name: 'Mine', body: 'Pay here.' }],
  ['a changed one', '/desk/firm/templates/1', { intent: 'save', name: 'Still for sale', body: 'Pay here.' }],
  ['a removed one', '/desk/firm/templates/1', { intent: 'remove', sure: 'on' }],
  ['another order', '/desk/firm/templates', { down: '0' }],
  ['the standard ones', '/desk/firm/templates', { intent: 'reset' }],
])(
  'reply templates are saved after a fresh second factor alone, and the owners are told: %s',
  async (_, path, fields) => {
    const desk = await openDesk()
    const value = JSON.stringify([...STANDARD_TEMPLATES, { name: 'Old', body: 'Old.' }])
    await addRows(desk.database, 'settings', { name: 'replyTemplates', value, person: 'Ann' })
    const send = async () => {
      const { html, csrf } = await desk.owner.open(path)
      const seen = parse(html).querySelector('[name=seen]')?.getAttribute('value') ?? ''
      return desk.owner.post(path, { csrf, seen, ...fields })
    }
    confirmAgain(desk, LONG_AGO)
    const refused = await send()
    expect([refused.status, storedIn(desk)]).toEqual([403, [{ name: 'replyTemplates', value }]])
    const page = parse(await refused.text())
    expect(page.querySelector('main a[href^="/desk/confirm"]')).not.toBeNull()
    if ('body' in fields) expect(page.querySelector('[name=body]')?.textContent).toBe(fields.body)
    confirmAgain(desk)
    expect((await send()).status).toBe(302)
    expect(storedIn(desk)).not.toEqual([{ name: 'replyTemplates', value }])
    const told = noticesOf(desk, 'replyTemplates').map(({ recipient }) => recipient)
    expect(told).toContain('ann@people.test')
  },
)
