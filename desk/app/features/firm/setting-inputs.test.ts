import { expect, test } from 'vitest'
import { SETTINGS } from '../../../../services/settings/definitions.ts'
import { valuesWith } from '../../../../services/settings/settings.ts'
import { site } from '../../../../site.config.ts'
import { GROUPS } from './groups.ts'
import { inputsOf, isFormSetting, parsePercent } from './setting-inputs.ts'

const env = { ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' } as const
const VALUES = valuesWith(
  { site, env },
  {
    telephone: { number: '020 7946 0000', hours: 'every day' },
    dvlaPremium: { rate: 0.075, source: 'the conditions of sale', checked: '2026-11-01' },
  },
)

test.each(GROUPS.flatMap(({ names }) => names))('%s comes back from its inputs as it went in', (name) => {
  if (!isFormSetting(name)) throw new Error('It has no inputs')
  const { write, read, names } = inputsOf(name)
  const typed = write(VALUES[name])
  expect(Object.keys(typed).filter((input) => !names.includes(input))).toEqual([])
  expect(SETTINGS[name].schema.safeParse(read(typed))).toEqual({ success: true, data: VALUES[name] })
})

test('empty fields of telephone, social link and premium mean that there is none', () => {
  for (const name of ['telephone', 'social', 'dvlaPremium'] as const) {
    const { write, read } = inputsOf(name)
    expect(read(write(null))).toBeNull()
  }
})

test('a fault is shown at its row, even below an empty one', () => {
  const { read, inputOf } = inputsOf('claims')
  const typed = { claimFigure1: ['30'], claimText1: ['years'], claimFigure3: ['7'], claimText3: [''] }
  const result = SETTINGS.claims.schema.safeParse(read(typed))
  const path = result.error?.issues[0]?.path ?? []
  expect(inputOf(path as (string | number)[], typed)).toBe('claimText3')
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
