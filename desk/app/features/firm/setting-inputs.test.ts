import { expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, type SettingName } from '#services/settings/definitions.ts'
import { valuesWith } from '#services/settings/settings.ts'
import { site } from '#site.config.ts'
import { parsePercent } from './percent.ts'
import { inputAt, inputsOf } from './setting-inputs.server.ts'

const env = { ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' } as const
const VALUES = valuesWith(
  { site, env },
  {
    telephone: { number: '020 7946 0000', hours: 'every day' },
    dvlaPremium: { rate: 0.075, source: 'the conditions of sale', checked: '2026-11-01' },
  },
)

const READ = { 'dvlaPremium.source': 'x', 'dvlaPremium.checked': '2026-11-01' }

/** What the inputs send of a value that they show. */
const sentOf = (name: SettingName, value: unknown) =>
  Object.fromEntries(
    inputsOf(name)
      .fieldsWith(value)
      .flat()
      .map((field) => [field.name, [field.value ?? ''].flat()]),
  )

const listed = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]]))

test.each(SETTING_NAMES.filter((name) => SETTINGS[name].field))(
  '%s comes back from its inputs as it went in',
  (name) => {
    const { read, names } = inputsOf(name)
    const typed = sentOf(name, VALUES[name])
    expect(Object.keys(typed).filter((input) => !names.includes(input))).toEqual([])
    expect(SETTINGS[name].schema.safeParse(read(typed))).toEqual({ success: true, data: VALUES[name] })
  },
)

test.each([
  ['telephone', { 'telephone.number': '123' }, 'Enter the number in digits'],
  ['email', { email: 'ann@plates' }, 'Enter an e-mail address'],
  ['social', { 'social.url': 'javascript:alert(1)' }, 'with https:// in front'],
  ['social', { 'social.url': 'https://user:secret@x.uk' }, 'with https:// in front'],
  ['letters', { letters: 'ABCD' }, 'Use 3 characters at most.'],
  ['tradingSince', { tradingSince: 'long ago' }, 'Enter the year, such as 1993.'],
  ['claims', { 'claims.3.figure': '9' }, 'Enter what it stands for.'],
  ['companyAddress', { companyAddress: ' \n ' }, 'Enter the address.'],
  ['vat', { vat: 'free' }, 'Choose how VAT applies'],
  ['marginFee', { marginFee: 'never' }, 'Choose how you record the £80.'],
  ['pricesStatement', { pricesStatement: 'x'.repeat(401) }, 'Use 400 characters at most.'],
  ['dvlaPremium', { ...READ, 'dvlaPremium.rate': '7', 'dvlaPremium.source': '' }, 'Say where you read it.'],
  ['dvlaPremium', { ...READ, 'dvlaPremium.rate': 'seven' }, 'Enter the rate'],
  ['dvlaPremium', { ...READ, 'dvlaPremium.rate': '51' }, 'Enter 50 or less.'],
  ['dvlaPremium', { ...READ, 'dvlaPremium.rate': '7', 'dvlaPremium.checked': '2999-01-01' }, 'in the future'],
  ['recipients', { recipients: 'ann@plates.uk\nANN@plates.uk' }, 'An address is listed twice.'],
  ['recipients', { recipients: '' }, 'Enter an e-mail address.'],
  ['retentionMonths', { retentionMonths: '0' }, 'Enter 1 or more.'],
  ['retentionMonths', { retentionMonths: '1e2' }, 'Enter a number of months'],
  ['acknowledgements', { acknowledgements: 'everything' }, 'Choose from the list.'],
] as const)('the setting %s refuses %j with “%s”, at an input that was given', (name, given, words) => {
  const typed = { ...sentOf(name, VALUES[name]), ...listed(given) }
  const issues = SETTINGS[name].schema.safeParse(inputsOf(name).read(typed)).error?.issues ?? []
  const faults = issues.map(({ path, message }) => [inputAt(name, path), message])
  expect(faults).toContainEqual([
    expect.toBeOneOf(inputsOf(name).names as string[]),
    expect.stringContaining(words),
  ])
})

test('empty fields of telephone, social link and premium mean that there is none', () => {
  for (const name of ['telephone', 'social', 'dvlaPremium'] as const)
    expect(inputsOf(name).read(sentOf(name, null))).toBeNull()
})

test.each(SETTING_NAMES.filter((name) => SETTINGS[name].field))('the inputs of %s know no group', (name) => {
  for (const field of inputsOf(name).fieldsWith(VALUES[name]).flat())
    expect(field).not.toHaveProperty('group')
})

test('a fault is shown at its row, even below an empty one', () => {
  const { read } = inputsOf('claims')
  const typed = {
    'claims.0.figure': ['30'],
    'claims.0.text': ['years'],
    'claims.2.figure': ['7'],
    'claims.2.text': [''],
  }
  const result = SETTINGS.claims.schema.safeParse(read(typed))
  const path = result.error?.issues[0]?.path ?? []
  expect(inputAt('claims', path)).toBe('claims.2.text')
})

test.each([
  ['7', 0.07],
  ['7.5%', 0.075],
  [' 7,25 % ', 0.0725],
  ['0', 0],
  ['', null],
  ['seven', null],
  ['-3', null],
  ['7.123', null],
  ['1e2', null],
])('%j per cent is %s', (given, rate) => expect(parsePercent(given)).toBe(rate))
