import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecidingRule, RULES, type RuleKey } from '#shared/eligibility/rules.ts'
import { parseRegistration, type Registration } from '#shared/registration/registration.ts'
import { headline } from './answer.tsx'
import { checkEligibility, otherIsland, parseEligibilityView } from './eligibility-view.ts'
import { dated, mayItGoOn, TAX_ANSWERS, type Vehicle, type Verdict } from './may-it-go-on.ts'
import { addYears } from './month.ts'

const TODAY = '2026-11-23'

const ASSIGN_TEXTS =
  'https://github.com/dvla/vrm-assign-online/blob/5a3f0ecea79edf0c4a656ab16489fcdf55b4a67b/conf/messages.en'
const REGTRANSFERS =
  'https://www.regtransfers.co.uk/number-plate-guides/number-plate-guides/how-to-transfer-private-plates'

/** Each rule with its collected facts: section, fact, year, and source. */
const FACTS: Record<
  RuleKey,
  { section: string; fact: string; asOf: string; source: string; sourceAsOf?: string }
> = {
  age: {
    section: 'assigning',
    fact: 'A number may not make a vehicle look newer than it is. Older and dateless numbers may go on any newer vehicle.',
    asOf: '2025',
    source: 'https://dvlaauction.co.uk/bidding_instructions',
  },
  qVehicle: {
    section: 'assigning',
    fact: 'No number can be put on a Q or QNI vehicle.',
    asOf: '2017-02',
    source: ASSIGN_TEXTS,
  },
  testedType: {
    section: 'cannot_do_online',
    fact: 'The vehicle is of a type that needs no MOT: refused, not only offline.',
    asOf: '2017-02',
    source: ASSIGN_TEXTS,
  },
  taxed: {
    section: 'assigning',
    fact: 'It must have been taxed, or covered by SORN, without a break for the past five years; now it must be taxed or under SORN; if SORN has run for more than five years it must be taxed and hold an MOT.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  longSorn: {
    section: 'assigning',
    fact: 'It must have been taxed, or covered by SORN, without a break for the past five years; now it must be taxed or under SORN; if SORN has run for more than five years it must be taxed and hold an MOT.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  mot: {
    section: 'assigning',
    fact: 'An MOT is needed if the vehicle is more than three years old.',
    asOf: '2013 and spec',
    source:
      'https://www.cross-stitch-centre.co.uk/en/Motoring/PersonalisedRegAndNumberPlates/DG_4022575.html',
  },
  historicMot: {
    section: 'assigning',
    fact: 'A historic vehicle needs a current MOT for this, even if it is exempt in daily use.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  condition: {
    section: 'assigning',
    fact: 'The vehicle must be registered with DVLA, taxed and used in the UK, open to inspection, able to move under its own power, and of a type that needs an MOT or HGV test.',
    asOf: '2023',
    source: ASSIGN_TEXTS,
    // An official source, older than the dealer's page that gives the fact its year.
    sourceAsOf: '2017-02',
  },
  keeper: {
    section: 'rights',
    fact: "By post, and for a brand-new vehicle, the keeper must be the grantee, the purchaser or the named nominee; a nominee can be added when the number is assigned, with the grantee's or purchaser's signature.",
    asOf: '(undated)',
    source: 'https://checkmot.com/certificate-of-entitlement',
  },
  online: {
    section: 'rights',
    fact: "Online (since May 2015) the grantee or purchaser, or a business with consent, assigns to a vehicle without naming a nominee: the service asks for the document's number and the log book's reference, and the names need not match. So whoever has both can use the number.",
    asOf: '(undated)',
    source: 'https://www.simplyregistrations.co.uk/grantee-and-nominee-explained/',
  },
  takenOff: {
    section: 'retaining',
    fact: 'Only the registered keeper can take a number off, online or with V317; the fee is £80 and includes the later assignment.',
    asOf: '2026',
    source:
      'https://github.com/dvla/vrm-retention-online/blob/56ee13607786693a7fd95f1cec02eea433ec1eb9/conf/messages.en',
    sourceAsOf: '2017-02',
  },
  fee: {
    section: 'assigning',
    fact: 'Assigning is free: the £80 was paid when the number was bought or put on retention.',
    asOf: '2026',
    source: 'https://dvlaauction.co.uk/questions_answers',
    sourceAsOf: '2025',
  },
  papers: {
    section: 'documents',
    fact: 'V750 certificate of entitlement: a pink A4 form for a number that has never been on a vehicle; it names the purchaser, who holds the right, and any nominee.',
    asOf: '2023',
    source: 'http://www.simplyregistrations.co.uk/blog/what-is-the-difference-between-a-v750-and-a-v778/',
  },
  plates: {
    section: 'assigning',
    fact: 'Vehicle tax and MOT stay in force; no new MOT certificate is sent. The insurer should be told.',
    asOf: '2017-02',
    source: ASSIGN_TEXTS,
  },
}

/**
 * [registration, first registered, taxed, MOT, answer, the decisive rule]; the vehicle has no Q plate unless stated.
 */
type Case = [registration: string, first: string, taxed: string, mot: string, answer: string, rule: RuleKey]

const YEAR_LETTERS: Case[] = [
  // Current style: each half-year in the month before it begins, and in its first month.
  ['AB51 ABC', '2001-08', 'yes', 'yes', 'no', 'age'],
  ['AB51 ABC', '2001-09', 'yes', 'yes', 'yes', 'age'],
  ['AB51 ABC', '2024-01', 'yes', 'no', 'yes', 'age'],
  ['AB02 ABC', '2002-02', 'yes', 'yes', 'no', 'age'],
  ['AB02 ABC', '2002-03', 'yes', 'yes', 'yes', 'age'],
  ['KR15 HNA', '2015-02', 'yes', 'yes', 'no', 'age'],
  ['KR15 HNA', '2015-05', 'yes', 'yes', 'yes', 'age'],
  ['KR65 HNA', '2015-05', 'yes', 'yes', 'no', 'age'],
  ['KR65 HNA', '2015-09', 'yes', 'yes', 'yes', 'age'],
  ['KR65 HNA', '2016-02', 'yes', 'yes', 'yes', 'age'],
  ['AB26 ABC', '2026-02', 'yes', 'yes', 'no', 'age'],
  ['AB26 ABC', '2026-03', 'yes', 'no', 'yes', 'age'],
  ['AB76 ABC', '2026-08', 'yes', 'no', 'no', 'age'],
  ['AB76 ABC', '2026-09', 'yes', 'no', 'yes', 'age'],
  ['AB27 ABC', '2026-11', 'yes', 'no', 'no', 'age'],
  ['AB00 ABC', '2026-11', 'yes', 'no', 'no', 'age'],
  // Prefix.
  ['A1 ABC', '1983-07', 'yes', 'yes', 'no', 'age'],
  ['A1 ABC', '1983-08', 'yes', 'yes', 'yes', 'age'],
  ['C3 ABC', '1985-03', 'yes', 'yes', 'no', 'age'],
  ['C3 ABC', '1985-08', 'yes', 'yes', 'yes', 'age'],
  ['H34 VEN', '1990-07', 'yes', 'yes', 'no', 'age'],
  ['H34 VEN', '1990-08', 'yes', 'yes', 'yes', 'age'],
  ['H34 VEN', '2015-05', 'yes', 'yes', 'yes', 'age'],
  ['K1 NGS', '2015-05', 'yes', 'yes', 'yes', 'age'],
  ['R1 ABC', '1997-07', 'yes', 'yes', 'no', 'age'],
  ['R1 ABC', '1997-12', 'yes', 'yes', 'yes', 'age'],
  ['S1 NGH', '1998-07', 'yes', 'yes', 'no', 'age'],
  ['S1 NGH', '1998-08', 'yes', 'yes', 'yes', 'age'],
  ['T1 ABC', '1999-02', 'yes', 'yes', 'no', 'age'],
  ['T1 ABC', '1999-03', 'yes', 'yes', 'yes', 'age'],
  ['V1 ABC', '1999-08', 'yes', 'yes', 'no', 'age'],
  ['V1 ABC', '1999-09', 'yes', 'yes', 'yes', 'age'],
  ['Y1 ABC', '2001-02', 'yes', 'yes', 'no', 'age'],
  ['Y1 ABC', '2001-03', 'yes', 'yes', 'yes', 'age'],
  // Suffix.
  ['MUS 1A', '1963-01', 'yes', 'yes', 'no', 'age'],
  ['MUS 1A', '1963-02', 'yes', 'yes', 'yes', 'age'],
  ['CAR 14D', '1965-12', 'yes', 'yes', 'no', 'age'],
  ['CAR 14D', '1966-01', 'yes', 'yes', 'yes', 'age'],
  ['MUS 1E', '1966-12', 'yes', 'yes', 'no', 'age'],
  ['MUS 1F', '1967-07', 'yes', 'yes', 'no', 'age'],
  ['MUS 1F', '1967-08', 'yes', 'yes', 'yes', 'age'],
  ['DUL 44Y', '1982-07', 'yes', 'yes', 'no', 'age'],
  ['DUL 44Y', '1982-08', 'yes', 'yes', 'yes', 'age'],
]

const NO_YEAR: Case[] = [
  ['AB 1', '1903-12', 'yes', 'yes', 'yes', 'age'],
  ['AB 1', '2015-05', 'yes', 'yes', 'yes', 'age'],
  ['VIP 1', '1920-01', 'yes', 'yes', 'yes', 'age'],
  ['25 O', '2026-11', 'yes', 'no', 'yes', 'age'],
  ['ABC 123', '1935-06', 'sorn', 'yes', 'yes', 'age'],
  ['1234 AB', '1950-01', 'yes', 'yes', 'yes', 'age'],
  ['S 0', '2010-10', 'yes', 'yes', 'yes', 'age'],
  ['IG 1', '1930-01', 'yes', 'yes', 'yes', 'age'],
  ['BIL 1', '2020-05', 'yes', 'yes', 'yes', 'age'],
  ['1234 ABZ', '1950-01', 'yes', 'yes', 'yes', 'age'],
  ['J 27', '2012-03', 'yes', 'yes', 'yes', 'age'],
]

const RECORD: Case[] = [
  // Tax and SORN.
  ['AB 1', '2015-05', 'sorn', 'yes', 'yes', 'age'],
  ['AB 1', '2015-05', 'no', 'yes', 'no', 'taxed'],
  ['AB 1', '2015-05', 'unsure', 'yes', 'ask', 'taxed'],
  ['AB 1', '2025-05', 'unsure', 'unsure', 'ask', 'taxed'],
  ['AB 1', '2015-05', 'no', 'no', 'no', 'taxed'],
  ['AB 1', '2015-05', 'no', 'unsure', 'no', 'taxed'],
  ['AB 1', '2015-05', 'long-sorn', 'yes', 'no', 'longSorn'],
  ['AB 1', '2015-05', 'long-sorn', 'no', 'no', 'longSorn'],
  ['AB 1', '1965-05', 'long-sorn', 'historic', 'no', 'longSorn'],
  ['AB 1', '2015-05', 'long-sorn', 'unsure', 'no', 'longSorn'],
  // MOT, required from three years on.
  ['AB 1', '2023-10', 'yes', 'no', 'no', 'mot'],
  ['AB 1', '2023-11', 'yes', 'no', 'ask', 'mot'],
  ['AB 1', '2023-11', 'yes', 'yes', 'yes', 'age'],
  ['AB 1', '2023-11', 'yes', 'unsure', 'ask', 'mot'],
  ['AB 1', '2023-12', 'yes', 'no', 'yes', 'age'],
  ['AB 1', '2023-12', 'yes', 'unsure', 'yes', 'age'],
  ['AB 1', '2015-05', 'yes', 'no', 'no', 'mot'],
  ['AB 1', '2015-05', 'sorn', 'no', 'no', 'mot'],
  ['AB 1', '2015-05', 'yes', 'unsure', 'ask', 'mot'],
  ['AB 1', '2015-05', 'unsure', 'no', 'no', 'mot'],
  ['AB 1', '1965-05', 'yes', 'historic', 'no', 'historicMot'],
  ['AB 1', '1965-05', 'yes', 'yes', 'yes', 'age'],
  ['AB 1', '1965-05', 'unsure', 'historic', 'no', 'historicMot'],
  // Vehicle kinds that are never tested.
  ['AB 1', '2015-05', 'yes', 'never', 'no', 'testedType'],
  ['AB 1', '2025-05', 'unsure', 'never', 'no', 'testedType'],
  ['AB 1', '2015-05', 'no', 'never', 'no', 'testedType'],
  ['AB 1', '2015-05', 'long-sorn', 'never', 'no', 'testedType'],
  // Reasons that cannot be fixed come first.
  ['AB51 ABC', '1995-05', 'no', 'no', 'no', 'age'],
  ['AB51 ABC', '1995-05', 'unsure', 'unsure', 'no', 'age'],
  ['AB51 ABC', '1995-05', 'yes', 'never', 'no', 'age'],
  ['AB51 ABC', '2005-05', 'no', 'yes', 'no', 'taxed'],
  ['AB51 ABC', '2005-05', 'unsure', 'yes', 'ask', 'taxed'],
]

const Q_VEHICLES: Case[] = [
  ['AB 1', '2015-05', 'yes', 'yes', 'no', 'qVehicle'],
  ['AB51 ABC', '2015-05', 'yes', 'yes', 'no', 'qVehicle'],
  ['AB51 ABC', '1995-05', 'yes', 'yes', 'no', 'qVehicle'],
  ['IG 1', '1985-05', 'no', 'no', 'no', 'qVehicle'],
  ['VIP 1', '1985-05', 'unsure', 'never', 'no', 'qVehicle'],
]

const check = (registration: string, first: string, taxed: string, mot: string, q = 'no') =>
  checkEligibility(parseEligibilityView(new URLSearchParams({ registration, first, q, taxed, mot })), TODAY)

it.each([...YEAR_LETTERS, ...NO_YEAR, ...RECORD])(
  'the answer for %s, first registered %s, taxed: %s, MOT: %s → %s, by the rule “%s”',
  (registration, first, taxed, mot, answer, rule) => {
    const { errors, verdict } = check(registration, first, taxed, mot)
    expect(errors).toEqual({})
    const [decisive] = verdict?.reasons ?? []
    expect([verdict?.answer, decisive?.rule]).toEqual([answer, rule])
    expect(decisive?.sentence).toContain(dated(rule as DecidingRule))
    expect(RULES[rule].source.url).toBe(FACTS[rule].source)
  },
)
it.each(Q_VEHICLES)(
  'the answer for %s, on a vehicle with a Q of %s, taxed: %s, MOT: %s → %s, by “%s”',
  (...row) => {
    const [registration, first, taxed, mot, answer, rule] = row
    const { verdict } = check(registration, first, taxed, mot, 'yes')
    expect([verdict?.answer, verdict?.reasons[0].rule]).toEqual([answer, rule])
    expect(RULES[rule].source.url).toBe(FACTS[rule].source)
  },
)
it('registrations are checked against vehicles in more than 80 cases', () => {
  expect(YEAR_LETTERS.length + NO_YEAR.length + RECORD.length + Q_VEHICLES.length).toBeGreaterThanOrEqual(80)
})

it.each([
  ['AB51 ABC', '2001-08', 'yes', 'yes', 'no', false],
  ['AB 1', '2015-05', 'yes', 'never', 'no', false],
  ['AB 1', '2015-05', 'yes', 'yes', 'yes', false],
  ['AB 1', '2015-05', 'no', 'yes', 'no', true],
  ['AB 1', '2015-05', 'long-sorn', 'yes', 'no', true],
  ['AB 1', '2015-05', 'yes', 'no', 'no', true],
  ['AB 1', '1965-05', 'yes', 'historic', 'no', true],
])(
  'the reason is permanent, or can be fixed: %s, %s, taxed: %s, MOT: %s, Q: %s → can change: %s',
  (registration, first, taxed, mot, q, canChange) => {
    expect(check(registration, first, taxed, mot, q).verdict?.canChange).toBe(canChange)
  },
)
it('the answer names every reason, the most serious first', () => {
  const rules = (...row: Parameters<typeof check>) => check(...row).verdict?.reasons.map(({ rule }) => rule)
  expect(rules('AB51 ABC', '1995-05', 'no', 'no')).toEqual(['age', 'taxed', 'mot'])
  expect(rules('AB51 ABC', '1995-05', 'unsure', 'never', 'yes')).toEqual([
    'qVehicle',
    'age',
    'testedType',
    'taxed',
  ])
  expect(rules('AB 1', '2015-05', 'unsure', 'no')).toEqual(['mot', 'taxed'])
})

it.each([
  ['M3 LON', '2016-05', 'unsure', 'unsure', 'Yes by age; two things to check'],
  ['AB 1', '2001-08', 'yes', 'unsure', 'Yes by age; one thing to check'],
  ['AB 1', '2001-08', 'no', 'yes', 'Not yet'],
  ['AB51 ABC', '2001-08', 'unsure', 'unsure', 'No'],
])('the answer for %s, first registered %s, taxed: %s, MOT: %s says what the age allows: “%s”', (...row) => {
  const [registration, first, taxed, mot, words] = row
  const verdict = check(registration, first, taxed, mot).verdict as Verdict
  expect(headline(verdict)).toBe(words)
  expect(verdict.permission?.sentence ?? null).toEqual(
    words === 'No' ? null : expect.stringContaining(`${registration} `),
  )
})

it.each([
  ['person', 'yes', undefined],
  ['company', 'ask', 'Ask it before anything is assigned'],
  ['unsure', 'ask', 'It depends on the keeper'],
])('the answer for a vehicle whose keeper is: %s, is %s', (keeper, answer, words) => {
  const query = { registration: 'AB1', first: '2015-05', taxed: 'yes', mot: 'yes', kind: 'motorbike', keeper }
  const { errors, verdict, vehicle } = checkEligibility(
    parseEligibilityView(new URLSearchParams(query)),
    TODAY,
  )
  expect([errors, verdict?.answer, vehicle?.kind]).toEqual([{}, answer, 'motorbike'])
  if (words) expect(verdict?.reasons[0].sentence).toContain(words)
})

it.each([
  [
    ['AB51 ABC', '2001-08', 'yes', 'yes'],
    'AB51 ABC may only go on a vehicle first registered in September 2001 or later, but yours dates from August 2001: a registration must not make a vehicle look newer than it is (the DVLA’s rule as of 2025).',
  ],
  [
    ['AB51 ABC', '2001-09', 'yes', 'yes'],
    'AB51 ABC may go on any vehicle first registered in September 2001 or later (the DVLA’s rule as of 2025), and yours was first registered in September 2001.',
  ],
  [
    ['AB 1', '2020-01', 'yes', 'yes'],
    'AB 1 shows no year and may go on a vehicle of any age (the DVLA’s rule as of 2025), and yours was first registered in January 2020.',
  ],
  [
    ['AB 1', '2020-01', 'yes', 'no'],
    'A vehicle that is more than three years old needs a current MOT first (the DVLA’s rule as of 2013), and yours turned three in January 2023.',
  ],
] as const)('the sentence of the answer for %j', (row, sentence) => {
  expect(check(row[0], row[1], row[2], row[3]).verdict?.reasons[0].sentence).toBe(sentence)
})

describe('a year or the figures of a plate', () => {
  const ask = (registration: string, first: string, mot = 'yes') =>
    checkEligibility(
      parseEligibilityView(new URLSearchParams({ registration, first, taxed: 'yes', mot })),
      TODAY,
    )

  it.each([
    ['M3 LON', '2016', 'yes', 'was first registered in 2016.'],
    ['M3 LON', '16 plate', 'yes', 'was first registered between March 2016 and August 2016.'],
    ['AB51 ABC', '2000', 'no', 'but yours dates from 2000:'],
    ['B16 DAY', '1984', 'yes', null],
    ['AB1', '2026', 'yes', 'was first registered between January 2026 and November 2026.'],
  ])('%s on a vehicle of “%s” needs a month only if it decides', (registration, first, answer, words) => {
    const { errors, verdict } = ask(registration, first)
    if (words === null) expect(errors.first).toContain('We need the month too')
    else expect([errors, verdict]).toEqual([{}, expect.objectContaining({ answer })])
    if (words !== null) expect(verdict?.reasons[0].sentence).toContain(words)
  })

  it('a vehicle needs the month in the year in which an MOT becomes due, if it has none', () => {
    expect(ask('AB1', '2023', 'no').errors.first).toContain('We need the month')
    expect(ask('AB1', '2023', 'yes').verdict?.answer).toBe('yes')
    expect(ask('AB1', '2022', 'no').verdict?.reasons[0].sentence).toContain('yours turned three in 2025')
  })
})

it.each([
  ['Q123 ABC', 'Q123 ABC is a Q plate'],
  ['QNI 1234', 'QNI 1234 is a Q plate'],
  ['J 123456', 'It is on Jersey’s register, not the DVLA’s.'],
  ['12345', 'It belongs to a trade licence'],
  ['007', 'It is on Guernsey’s register'],
  ['MAN 1', 'It is on the Isle of Man’s register'],
  ['101 D 101', 'is a diplomatic registration'],
  ['12 AB 34', 'reserved for vehicles of the armed forces'],
  ['AB01 ABC', 'The figures 01 were never used'],
  ['TEN', 'TEN has no figures'],
  ['', 'Enter the registration you would like'],
])('the registration %s cannot be transferred and is refused at its field: %s', (registration, reason) => {
  const { errors, verdict } = check(registration, '2015-05', 'yes', 'yes')
  expect(errors.registration).toContain(reason)
  expect(verdict).toBeNull()
})
it('the answer for J 27 mentions that Jersey has such registrations too', () => {
  expect(otherIsland('J 27')).toBe('Jersey')
  expect(otherIsland('AB 1')).toBeNull()
})

function parse(text: string): Registration {
  const parsed = parseRegistration(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.registration
}

it('a vehicle that is newer by a month never loses what an older one may have', () => {
  const month = fc
    .tuple(fc.integer({ min: 1903, max: 2025 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)
  const registration = fc
    .constantFrom('AB51 ABC', 'KR65 HNA', 'H34 VEN', 'DUL 44Y', 'AB 1', 'IG 1')
    .map(parse)
  fc.assert(
    fc.property(
      registration,
      month,
      fc.constantFrom(...TAX_ANSWERS),
      (registration, firstRegistered, taxed) => {
        const vehicle: Vehicle = {
          kind: 'car',
          keeper: 'person',
          firstRegistered,
          hasQ: false,
          taxed,
          mot: 'yes',
        }
        const newer = { ...vehicle, firstRegistered: addYears(firstRegistered, 1) }
        if (mayItGoOn(registration, vehicle, TODAY).answer === 'yes')
          expect(mayItGoOn(registration, newer, TODAY).answer).toBe('yes')
      },
    ),
    { seed: 20 },
  )
})

const file = resolve(process.env.FACTS_FOLDER ?? '../shared/data', 'procedures.json')

describe.skipIf(!existsSync(file))('the collected procedures (skipped without ../shared/data)', () => {
  interface Fact {
    fact: string
    true_as_of: string
    sources: string[]
  }
  const all: Record<string, unknown> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const factsOf = (part: unknown): Fact[] =>
    typeof part !== 'object' || part === null
      ? []
      : 'fact' in part
        ? [part as Fact]
        : Object.values(part).flatMap(factsOf)
  it.each(Object.entries(FACTS))(
    'the collected procedures have the rule “%s”, its year and its source',
    (key, { section, fact, asOf, source, sourceAsOf = asOf }) => {
      const found = factsOf(all[section]).find((known) => known.fact === fact)
      expect(found?.true_as_of).toBe(asOf)
      expect(found?.sources).toContain(source)
      expect(RULES[key as RuleKey].source.url).toBe(source)
      const year = /\d{4}/.exec(sourceAsOf)?.[0]
      expect(RULES[key as RuleKey].asOf).toContain(year ?? 'undated')
    },
  )
})
