import { beforeEach, describe, expect, it } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import type { Actor } from '#services/audit/actor.ts'
import { listAudit } from '#services/audit/audit-log.ts'
import { changeSettings, readEditableSettings, SettingsRefused } from '#services/settings/change-settings.ts'
import { SETTING_NAMES, SETTINGS, type SettingName } from '#services/settings/definitions.ts'
import { createLiveSettings } from '#services/settings/live-settings.ts'
import { defaultsOf, settingsWith, valuesWith } from '#services/settings/settings.ts'
import { readSettings, readSiteSettings } from '#services/settings/settings-store.ts'
import { site } from '#site.config.ts'
import { everyStatement } from '../odd-settings.ts'
import { addRows, deleteRows } from '../rows.ts'
import { interfere } from './interfere.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const bob: Actor = { person: 'Bob', via: 'desk' }
const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })

/** The audit entries before the test, which stay. */
let recorded = 0

beforeEach(async () => {
  await deleteRows(database(), 'settings')
  recorded = (await listAudit(database(), { limit: 1000 })).length
})

const editable = () => readEditableSettings(database(), defaults)
const save = (changes: Parameters<typeof changeSettings>[2], actor = ann) =>
  changeSettings(database(), defaults, changes, actor)
const current = () => readSiteSettings(database(), defaults)
const auditTrail = async () => {
  const entries = await listAudit(database(), { limit: 1000 })
  return entries
    .slice(0, entries.length - recorded)
    .map(({ person, action, change }) => [person, action, change])
}

/** A different value for each setting. */
const OTHERS: Record<SettingName, unknown> = {
  name: 'Ann & Söhne “Plates” 🚗',
  letters: 'ann',
  strapline: 'לוחיות Plates',
  tradingSince: 2001,
  copyrightYear: 2024,
  email: 'ann@plates.test',
  telephone: { number: '+44 (0)20 7946 0000', hours: 'every day, 9am to 7pm' },
  social: null,
  companyRegistration: 'Ann’s Plates Ltd, company number 01234567.',
  companyAddress: ['The Old Forge', 'Ely', 'CB7 4AA'],
  claims: [{ figure: '25 years', text: 'of plates' }],
  vat: 'margin',
  marginFee: 'each-sale',
  pricesNote: 'no VAT to add',
  pricesStatement: 'Nothing to add.',
  dvlaPremium: { rate: 0.03, source: 'the conditions of sale', checked: '2026-11-20' },
  recipients: ['ann@plates.test', 'bob@plates.test'],
  reservationDays: 3,
  depositDays: 5,
  balanceDays: 21,
  retentionMonths: 6,
  acknowledgements: ['purchase', 'valuation form'],
  dkimSelectors: ['google', 's1.mail'],
  replyTemplates: [{ name: 'Sorry', body: 'It is gone.\n\n{statement}' }],
  certificates: 'stated',
  companyVatNumber: 'gb 123 4567 89',
  bankDetails: 'Ann’s Plates Ltd\n12-34-56\n12345678',
  vatStatement: 'This is a second-hand margin scheme supply.',
  recordOwnSales: 'uk',
  reviews: { label: 'Reviews of Ann’s Plates', url: 'https://reviews.test/ann' },
  ...everyStatement('Within 14 days.\n\nNot later.'),
}

it('a setting has its default until it is set, and again once it is reset', async () => {
  expect((await current()).site).toEqual(settingsWith(defaults, {}).site)
  const { name } = await editable()
  expect(name).toMatchObject({ value: site.name, isDefault: true, person: null })
  expect(await save([{ name: 'name', value: ' Ann’s Plates ', seen: name.seen }])).toEqual({
    saved: ['name'],
    conflicts: [],
  })
  expect((await current()).site.name).toBe('Ann’s Plates')
  const changed = (await editable()).name
  expect(changed).toMatchObject({ value: 'Ann’s Plates', isDefault: false, person: 'Ann' })
  expect(Date.parse(changed.changedAt ?? '')).not.toBeNaN()
  await save([{ name: 'name', seen: changed.seen }])
  expect((await editable()).name).toMatchObject({ value: site.name, isDefault: true })
  expect(await auditTrail()).toEqual([
    ['Ann', 'settings', `Name: Ann’s Plates → the default`],
    ['Ann', 'settings', `Name: ${site.name} → Ann’s Plates`],
  ])
})

it('a setting round-trips through the backend, whichever it is', async () => {
  const before = await editable()
  const changes = SETTING_NAMES.map((name) => ({ name, value: OTHERS[name], seen: before[name].seen }))
  expect((await save(changes)).saved).toEqual(SETTING_NAMES)
  const { values, faults } = await readSettings(database())
  expect(faults).toEqual([])
  expect(values).toEqual(
    Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].schema.parse(OTHERS[name])])),
  )
  const { site: business, privateSettings } = await current()
  expect(business).toMatchObject({ name: OTHERS.name, letters: 'ANN', vat: 'margin', social: null })
  expect(business.company).toEqual({
    registration: 'Ann’s Plates Ltd, company number 01234567',
    vatNumber: 'GB123456789',
    address: OTHERS.companyAddress,
  })
  expect(privateSettings).toMatchObject({ recipients: OTHERS.recipients, retentionMonths: 6 })
  expect(await auditTrail()).toHaveLength(SETTING_NAMES.length)
})

it('a setting is not written if nothing differs', async () => {
  const before = await editable()
  const changes = SETTING_NAMES.map((name) => ({
    name,
    value: before[name].value,
    seen: before[name].seen,
  }))
  expect(await save(changes)).toEqual({ saved: [], conflicts: [] })
  expect((await readSettings(database())).rows.size).toBe(0)
  expect(await auditTrail()).toEqual([])
})

it('a setting follows another one while it has its default', async () => {
  const { email, telephone } = await editable()
  await save([
    { name: 'email', value: 'ann@plates.test', seen: email.seen },
    { name: 'telephone', value: OTHERS.telephone, seen: telephone.seen },
  ])
  const { privateSettings, site: business } = await current()
  expect(privateSettings).toMatchObject({ recipients: ['ann@plates.test'], sender: 'ann@plates.test' })
  expect(business.claims.at(-1)?.text).toContain('by phone')
  const env = { ...defaults.env, ENQUIRIES_TO: 'sales@plates.test', ENQUIRIES_FROM: 'site@plates.test' }
  expect((await readSiteSettings(database(), { ...defaults, env })).privateSettings).toMatchObject({
    recipients: ['sales@plates.test'],
    sender: 'site@plates.test',
  })
})

it.each<[SettingName, unknown, (string | number)[], string]>([
  ['name', ' ', [], 'Enter the name of the firm.'],
  ['name', 'x'.repeat(61), [], 'Use 60 characters at most.'],
  ['letters', 'PLATES', [], 'at most'],
  ['letters', '?!', [], 'one to three letters or digits'],
  ['email', 'ann@plates', [], 'such as ann@example.co.uk'],
  ['telephone', { number: 'ring us', hours: 'always' }, ['number'], 'in digits'],
  ['telephone', { number: '020 7946 0000', hours: '' }, ['hours'], 'when you answer'],
  ['social', { label: 'Ours', url: 'javascript:alert(1)' }, ['url'], 'https://'],
  ['social', { label: 'Ours', url: 'https://ann:secret@x.test/' }, ['url'], 'https://'],
  ['companyAddress', [], [], 'Enter the address.'],
  ['companyAddress', ['1 High Street', ''], [1], 'no line empty'],
  ['claims', [{ figure: '', text: 'of plates' }], [0, 'figure'], 'Enter the figure.'],
  ['vat', 'none', [], 'how VAT applies'],
  ['companyVatNumber', '123456789', [], 'GB and the 9 or 12 figures'],
  ['companyVatNumber', 'GB1234567890', [], 'GB and the 9 or 12 figures'],
  ['reviews', { label: 'Reviews', url: 'http://reviews.test/' }, ['url'], 'https://'],
  ['certificates', true, [], 'Choose whether'],
  ['bankDetails', 'a\nb\nc\nd\ne\nf\ng', [], 'lines at most'],
  ['refundsAmount', 'No refunds.', [], 'Leave out “no refunds”'],
  ['dvlaPremium', { rate: 7, source: 'x', checked: '2026-11-20' }, ['rate'], '50 or less'],
  ['dvlaPremium', { rate: 0.07, source: 'x', checked: '2026-02-30' }, ['checked'], 'Enter the day'],
  ['dvlaPremium', { rate: 0.07, source: 'x', checked: '2999-01-01' }, ['checked'], 'in the future'],
  ['recipients', [], [], 'Enter an e-mail address.'],
  ['recipients', ['ann@plates.test', 'ANN@plates.test'], [], 'twice'],
  ['recipients', ['ann@plates.test\nBcc: eve@x.test'], [0], 'such as'],
  ['retentionMonths', 0, [], '1 or more'],
  ['retentionMonths', Number.NaN, [], 'from 1 to 120'],
  ['acknowledgements', ['spam'], [0], 'Choose from the list.'],
  ['replyTemplates', [{ name: 'A', body: 'For {plate}' }], [0, 'body'], '{plate}'],
  ['tradingSince', 3000, [], ''],
])('a fault in the setting %s is refused, and nothing is saved: %j', async (name, value, path, message) => {
  const before = await editable()
  const other = name === 'strapline' ? 'name' : 'strapline'
  const refusal = await save([
    { name: other, value: 'Good', seen: before[other].seen },
    { name, value, seen: before[name].seen },
  ]).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SettingsRefused)
  const [fault] = (refusal as SettingsRefused).faults
  expect(fault).toMatchObject({ name, path, message: expect.stringContaining(message) })
  expect((await readSettings(database())).rows.size).toBe(0)
})

it('two owners can change different settings, each with a form that contains both', async () => {
  const seen = await editable()
  const form = (name: string, strapline: string) => [
    { name: 'name' as const, value: name, seen: seen.name.seen },
    { name: 'strapline' as const, value: strapline, seen: seen.strapline.seen },
  ]
  expect((await save(form('Ann’s Plates', site.strapline))).saved).toEqual(['name'])
  expect(await save(form(site.name, 'Since 2001'), bob)).toEqual({ saved: ['strapline'], conflicts: [] })
  expect((await current()).site).toMatchObject({ name: 'Ann’s Plates', strapline: 'Since 2001' })
})

it('two owners cannot change the same setting: the first wins, and the second sees who changed it to what', async () => {
  const { name, strapline } = await editable()
  await save([{ name: 'name', value: 'Ann’s Plates', seen: name.seen }])
  const result = await save(
    [
      { name: 'name', value: 'Bob’s Plates', seen: name.seen },
      { name: 'strapline', value: 'Since 2001', seen: strapline.seen },
    ],
    bob,
  )
  expect(result.saved).toEqual(['strapline'])
  expect(result.conflicts).toEqual([
    { name: 'name', value: 'Ann’s Plates', seen: (await editable()).name.seen, person: 'Ann' },
  ])
  const [{ seen = '' } = {}] = result.conflicts
  expect((await save([{ name: 'name', value: 'Bob’s Plates', seen }], bob)).saved).toEqual(['name'])
})

it('two owners who change a setting at the same moment: one of them gets a conflict', async () => {
  const { name } = await editable()
  const results = await Promise.all(
    ['Ann’s', 'Bob’s', 'Cy’s'].map((value) => save([{ name: 'name', value, seen: name.seen }])),
  )
  expect(results.map(({ saved }) => saved.length).sort()).toEqual([0, 0, 1])
  expect(results.flatMap(({ conflicts }) => conflicts)).toHaveLength(2)
})

it('two owners who enter the same value cause no conflict', async () => {
  const { name } = await editable()
  await save([{ name: 'name', value: 'Plates', seen: name.seen }])
  expect(await save([{ name: 'name', value: 'Plates', seen: name.seen }], bob)).toEqual({
    saved: [],
    conflicts: [],
  })
})

describe('live settings', () => {
  const logged: string[] = []
  const open = (from = database(), everyMs = 600_000) => {
    logged.length = 0
    const log = { error: (_: string, error: unknown) => logged.push(String(error)) }
    const live = createLiveSettings({ database: from, defaults, log, everyMs })
    return live
  }

  it('live settings apply a change at once on the server that made it, and with the next poll on another', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([one.refresh(), other.refresh()])
    const { seen } = (await editable()).name
    await one.change([{ name: 'name', value: 'Ann’s Plates', seen }], ann)
    expect([one.current().site.name, other.current().site.name]).toEqual(['Ann’s Plates', site.name])
    const revision = other.revision()
    await other.refresh()
    expect(other.current().site.name).toBe('Ann’s Plates')
    expect(other.revision()).toBe(revision + 1)
    await other.refresh()
    expect(other.revision()).toBe(revision + 1)
    one.stop()
    other.stop()
  })

  it('live settings stay the same while the database is unavailable, and log it once', async () => {
    let isAway = false
    const away = contract().openData({
      wrap: interfere(() => {
        if (isAway) throw new DataFault('lost', new Error('away'))
      }),
    })
    const live = open(away)
    const { seen } = (await editable()).name
    await save([{ name: 'name', value: 'Ann’s Plates', seen }])
    await live.refresh()
    isAway = true
    await live.refresh()
    await live.refresh()
    expect(live.current().site.name).toBe('Ann’s Plates')
    expect(logged).toEqual([expect.stringContaining('away')])
    isAway = false
    await live.refresh()
    live.stop()
  })

  it.each([
    ['that is no JSON', 'name', '{'],
    ['of another kind', 'name', '7'],
    ['that breaks a rule', 'name', `"${'x'.repeat(100)}"`],
    ['of another release', 'vat', '"reverse-charge"'],
    ['that this release does not know', 'newerThanThis', '{"a": 1}'],
  ])('live settings skip a row %s, log it once and use the others', async (_, name, value) => {
    const row = (key: string, text: string) => ({ name: key, value: text, person: 'Ann' })
    await addRows(database(), 'settings', [row(name, value), row('strapline', '"Good"')])
    const live = open()
    await live.refresh()
    await live.refresh()
    expect(live.current().site).toEqual({ ...site, strapline: 'Good' })
    expect(logged).toHaveLength(1)
    live.stop()
  })

  it('live settings can be set again over a row that cannot be read', async () => {
    await addRows(database(), 'settings', { name: 'vat', value: '{', person: 'Ann' })
    const { vat } = await editable()
    expect(vat).toMatchObject({ value: site.vat, isDefault: true })
    expect((await save([{ name: 'vat', value: 'margin', seen: vat.seen }])).saved).toEqual(['vat'])
    expect((await current()).site.vat).toBe('margin')
  })
})

it('every default value of a setting is valid', () => {
  const values = valuesWith(defaults, {})
  for (const name of SETTING_NAMES)
    expect([name, SETTINGS[name].schema.safeParse(values[name])]).toEqual([
      name,
      { success: true, data: values[name] },
    ])
})
