import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classify, type Jurisdiction, parseRegistration, type System } from './registration.ts'

function parsed(input: string, hint?: Jurisdiction) {
  const result = parseRegistration(input, hint)
  if (!result.ok) throw new Error(`${input}: ${result.reason}`)
  return result.registration
}

function refusal(input: string) {
  const result = parseRegistration(input)
  return result.ok ? `accepted as ${result.registration.system}` : result.reason
}

test.each<[input: string, text: string, system: System]>([
  // Dateless, of every shape, in either order.
  ['A 1', 'A 1', 'dateless'],
  ['25 O', '25 O', 'dateless'],
  ['O 10', 'O 10', 'dateless'],
  ['1111 AS', '1111 AS', 'dateless'],
  ['AB 1234', 'AB 1234', 'dateless'],
  ['ABC 123', 'ABC 123', 'dateless'],
  ['1 HRH', '1 HRH', 'dateless'],
  // Irish letters that are not a code of Northern Ireland, and civic registrations with a 0.
  ['VIP 1', 'VIP 1', 'dateless'],
  // An invisible character comes along with copied text.
  ['VIP\u200b 1', 'VIP 1', 'dateless'],
  ['ZZ 1', 'ZZ 1', 'dateless'],
  ['LM 0', 'LM 0', 'dateless'],
  // With a year letter after or before.
  ['CAR 14D', 'CAR 14D', 'suffix'],
  ['BLA 573R', 'BLA 573R', 'suffix'],
  ['H34 VEN', 'H34 VEN', 'prefix'],
  ['K1 NGS', 'K1 NGS', 'prefix'],
  // The current style, Z in its last letters alone.
  ['AB51 ABC', 'AB51 ABC', 'current'],
  ['JA16 UAR', 'JA16 UAR', 'current'],
  ['SL68 ZZZ', 'SL68 ZZZ', 'current'],
  // Northern Ireland: a code with I or Z, alone or after a serial letter.
  ['IG 1', 'IG 1', 'northern-ireland'],
  ['BIL 1', 'BIL 1', 'northern-ireland'],
  ['ABZ 1234', 'ABZ 1234', 'northern-ireland'],
  ['1234 ABZ', '1234 ABZ', 'northern-ireland'],
  ['IBZ 960', 'IBZ 960', 'northern-ireland'],
  // Registrations that are tied to their vehicle, owner or licence.
  ['Q123 ABC', 'Q123 ABC', 'q'],
  ['QNI 1234', 'QNI 1234', 'q'],
  ['00123', '00123', 'trade'],
  ['101 D 101', '101 D 101', 'diplomatic'],
  ['900X400', '900 X 400', 'diplomatic'],
  ['12 RN 34', '12 RN 34', 'military'],
  ['AB 12 CD', 'AB 12 CD', 'military'],
  // The islands, for shapes that no mainland system has.
  ['J 123456', 'J 123456', 'jersey'],
  ['007', '007', 'guernsey'],
  ['1', '1', 'guernsey'],
  ['MN 1', 'MN 1', 'isle-of-man'],
  ['1000 MAN', '1000 MAN', 'isle-of-man'],
  ['123 BMN', '123 BMN', 'isle-of-man'],
  ['BMN 1 A', 'BMN 1 A', 'isle-of-man'],
  ['A123MAN', 'A 123 MAN', 'isle-of-man'],
])('The registration %s is %s, %s', (input, text, system) => {
  expect(parsed(input)).toMatchObject({ text, system, compact: text.replaceAll(' ', '') })
})

test('The letters, number and groups of a registration, and their order, are returned', () => {
  expect(parsed('h34ven')).toMatchObject({
    groups: ['H34', 'VEN'],
    letters: 'HVEN',
    digits: '34',
    order: 'mixed',
  })
  expect(parsed('25o')).toMatchObject({
    groups: ['25', 'O'],
    letters: 'O',
    digits: '25',
    order: 'number-first',
  })
  expect(parsed('ab1').order).toBe('letters-first')
  expect(parsed('12345').order).toBe('number-only')
})

test.each(['h34ven', 'H34VEN', ' h 3 4 v e n ', 'h34-ven', 'H.34.VEN', 'H34\u00a0VEN'])(
  'The spelling %j is H34 VEN',
  (input) => {
    expect(parsed(input).text).toBe('H34 VEN')
  },
)

test.each<[input: string, hint: Jurisdiction | undefined, system: System, others: System[]]>([
  ['J 27', undefined, 'dateless', ['jersey']],
  ['J 27', 'JE', 'jersey', ['dateless']],
  ['JSY 1', undefined, 'dateless', ['jersey']],
  ['JSY 1', 'JE', 'jersey', ['dateless']],
  ['IG 1', undefined, 'northern-ireland', ['dateless']],
  ['IG 1', 'NI', 'northern-ireland', ['dateless']],
  ['IG 1', 'GB', 'dateless', ['northern-ireland']],
  ['AY 1', undefined, 'dateless', ['alderney']],
  ['AY 1', 'AY', 'alderney', ['dateless']],
  ['12345', undefined, 'trade', ['guernsey']],
  ['12345', 'GG', 'guernsey', ['trade']],
  ['MAN 1', undefined, 'isle-of-man', ['dateless']],
  ['BMN 1 A', 'GB', 'suffix', ['isle-of-man']],
  ['A1 MAN', 'GB', 'prefix', ['isle-of-man']],
  // A hint resolves an ambiguity; it does not exclude the only reading.
  ['H34 VEN', 'JE', 'prefix', []],
])(
  'The registration %s with the hint %s is %s, and the other reading is returned',
  (input, hint, system, others) => {
    const registration = parsed(input, hint)
    expect(registration.system).toBe(system)
    expect(registration.otherReadings.map((other) => other.system)).toEqual(others)
  },
)

test('A registration that fits two systems is spaced by the rule of its system', () => {
  expect(parsed('BMN1A').text).toBe('BMN 1 A')
  expect(parsed('BMN1A', 'GB').text).toBe('BMN 1A')
})

test.each([
  ['', 'Enter a registration, such as AB 1.'],
  [' .- ', 'Enter a registration, such as AB 1.'],
  [
    'ＡＢ 1',
    '“Ａ” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.',
  ],
  [
    'AB 1!',
    '“!” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.',
  ],
  [
    'straße 1',
    '“ß” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.',
  ],
  ['AB51 ABCD', 'AB51ABCD is too long: a registration has at most seven letters and figures.'],
  ['x'.repeat(100_000), 'That is too long: a registration has at most seven letters and figures.'],
  ['HEAVEN', 'HEAVEN has no figures, and a registration needs at least one.'],
  ['123456', '123456 is all figures. Only Guernsey registrations and trade plates are, with five at most.'],
  ['AQ 1', 'The letter Q appears only at the start of a Q plate, such as Q123 ABC or QNI 1234.'],
  ['AB01 CDE', 'The figures 01 were never used in the current style, which began with 51 in September 2001.'],
  ['AI51 ABC', 'The current style never uses the letter I, or Z as one of its first two letters.'],
  ['AB5 ABC', 'The current style has two figures between its letters, as in AB51 ABC, not one.'],
  ['AB 012', 'The number in a registration does not begin with 0.'],
  ['O123 ABC', 'The letters I, O, Q, U and Z were never used as the year letter of a prefix registration.'],
  ['A123 ABZ', 'The last three letters of a prefix registration never include I or Z.'],
  ['ABC 123U', 'The letters I, O, Q, U and Z were never used as the year letter of a suffix registration.'],
  ['AIC 123A', 'The first three letters of a suffix registration never include I or Z.'],
  ['ABC 1234', 'Only Northern Ireland has three letters with four figures, and BC is not one of its codes.'],
  ['ABCD 1', 'No registration has more than three letters in a row.'],
  ['K 12345', 'No registration with letters has more than four figures, apart from Jersey’s J.'],
  [
    '1A2B',
    '1A2B does not match any format used in the United Kingdom, the Channel Islands or the Isle of Man.',
  ],
])('The registration %.12j is invalid: %s', (input, reason) => {
  expect(refusal(input)).toBe(reason)
})

// Every registration of the recorded sales and of the first auction.
const SALES =
  'JB 1,25 O,X 1,RR 1,S 1,F 1,1 D,M 1,VIP 1,51 NGH,1 RH,AJ 1,KR15 HNA,IG 1,1 O,K1 NGS,1 OO,1 A,AB 1,1 F,6 B,250 L,' +
  'O 10,1 HRH,S1 NGH,1 RR,TAX 1,100 O,N1 GEL,WE57 HAM,JSK 1,1 TEE,96 O,45 O,812 S,80 O,1 HSV,50 OOO,AR53 NAL,' +
  'V1 LLA,110 A,BU11 OCK,W4 TER,1111 AS,EN61 AND,1 HFH,L1 ONS,1 XXX,111 OM,W4 LES,1 EEK,W3 LSH,CAR 14D,BOR 11S,' +
  'M1 DAD,HYW 4L,B115 HOP,RUN 3R,34 YOL,REL 44Y,BLA 573R,CD 1,GB51 GER,EN51 GER,CH16 SEA,MA16 UTD,CB16 CAT,' +
  'BB16 DOG,JA16 UAR,OO06 LFC,MR51 NGH,J35 TER,BO11 LUX,BIL 1,O 9,BS 1,APR 1L,80 SS,DUL 44Y,F1 PRO,F1 MAD,46 DRW,' +
  'A 1,TAX 15,T6 BUR'

test.each(SALES.split(','))(
  'The registration %s of the recorded sales is parsed, spaced as it was sold, and has a category',
  (registration) => {
    expect(parsed(registration.replace(' ', '').toLowerCase()).text).toBe(registration)
    expect(classify(registration).category).not.toBeNull()
  },
)

test.each(['J 27', 'JSY 1', 'J 5372'])(
  'The registration %s of the recorded sales was sold in Jersey',
  (registration) => {
    expect(parsed(registration, 'JE')).toMatchObject({ system: 'jersey', text: registration })
  },
)

test.each([
  // One letter and one figure, also where the figure is 1.
  ['F 1', 'Single-Single', 'Letter First'],
  ['1 D', 'Single-Single', 'Letter Last'],
  ['O 9', 'Single-Single', 'Letter First'],
  ['S 0', 'Single-Single', 'Letter First'],
  // The figure 1 with two or three letters.
  ['AB 1', 'Number 1', '2 Letter Number 1'],
  ['1 RR', 'Number 1', '2 Letter Number 1'],
  ['IG 1', 'Number 1', '2 Letter Number 1'],
  ['VIP 1', 'Number 1', 'Letters First'],
  ['BIL 1', 'Number 1', 'Letters First'],
  ['1 HRH', 'Number 1', 'Letters Last'],
  // Three characters.
  ['O 10', '3-Character', 'Letter First'],
  ['25 O', '3-Character', 'Letter Last'],
  ['AB 2', '3-Character', 'Letters First'],
  ['2 AB', '3-Character', 'Letters Last'],
  // Letters by figures.
  ['ABC 2', '3x1', 'Letters First'],
  ['2 ABC', '3x1', 'Letters Last'],
  ['A 123', '1x3', 'Letter First'],
  ['812 S', '1x3', 'Letter Last'],
  ['AB 12', '2x2', 'Letters First'],
  ['80 SS', '2x2', 'Letters Last'],
  ['AB 123', '2x3', 'Letters First'],
  ['111 OM', '2x3', 'Letters Last'],
  ['TAX 15', '3x2', 'Letters First'],
  ['51 NGH', '3x2', 'Letters Last'],
  ['ABC 123', '3x3', 'Letters First'],
  ['888 XYZ', '3x3', 'Letters Last'],
  ['A 1234', '1x4', 'Letter First'],
  ['1234 A', '1x4', 'Letter Last'],
  ['AB 1234', '2x4', 'Letters First'],
  ['1111 AS', '2x4', 'Letters Last'],
  ['ABZ 1234', '3x4', 'Letters First'],
  ['1234 ABZ', '3x4', 'Letters Last'],
  // The systems with a year.
  ['HYW 4L', 'Suffix', 'One Number'],
  ['CAR 14D', 'Suffix', 'Two Numbers'],
  ['BLA 573R', 'Suffix', 'Three Numbers'],
  ['K1 NGS', 'Prefix', 'One Number'],
  ['J35 TER', 'Prefix', 'Two Numbers'],
  ['B115 HOP', 'Prefix', 'Three Numbers'],
  ['KR15 HNA', 'Current', 'Current'],
  // Q, trade, diplomatic, military and island registrations stay blank, as does text that is not a registration.
  ['Q123 ABC', null, null],
  ['12345', null, null],
  ['101 D 101', null, null],
  ['12 AB 34', null, null],
  ['MAN 1', null, null],
  ['007', null, null],
  ['NONSENSE', null, null],
])('The category and type of %s follow from the registration: %s, %s', (registration, category, type) => {
  expect(classify(registration)).toEqual({ category, type })
})

test('The category of J 27 stays blank, with the island where it was sold as a hint', () => {
  expect(classify('J 27', 'JE')).toEqual({ category: null, type: null })
})

// Letters without I, Q and Z, and the year letters.
const GB = 'ABCDEFGHJKLMNOPRSTUVWXY'
const YEAR = 'ABCDEFGHJKLMNPRSTVWXY'
const of = (letters: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })
const number = (max: number, min = 1) => fc.integer({ min, max }).map(String)
const code = fc.constantFrom(
  ...'AZ BZ CZ DZ EZ FZ GZ HZ IA IB IG IJ IL IW JI JZ KZ LZ MZ NZ OI OZ PZ RZ SZ TZ UI UZ VZ WZ XI XZ YZ'.split(
    ' ',
  ),
)
const registrations = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((groups) => groups.join(' '))
const either = (letters: fc.Arbitrary<string>, digits: fc.Arbitrary<string>) =>
  fc.oneof(registrations(letters, digits), registrations(digits, letters))
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''))
const manx = of('BCDEFGHJKLMNOPRTUVWXY', 1).map((serial) => `${serial}MN`)
const age = fc.integer({ min: 2, max: 100 }).map((years) => String(years % 100).padStart(2, '0'))
// If the Isle of Man has its own use of a mainland shape, the hint decides, so these have one.
const WRITTEN: [System, Jurisdiction, fc.Arbitrary<string>][] = [
  ['dateless', 'GB', fc.oneof(either(of(GB, 1, 2), number(9999)), either(of(GB, 3), number(999)))],
  ['suffix', 'GB', registrations(of(GB, 3), joined(number(999), of(YEAR, 1)))],
  ['prefix', 'GB', registrations(joined(of(YEAR, 1), number(999)), of(GB, 3))],
  ['current', 'GB', registrations(joined(of(GB, 2), age), of(`${GB}Z`, 3))],
  ['northern-ireland', 'NI', either(joined(of(`${GB}IZ`, 0, 1), code), number(9999))],
  ['q', 'GB', registrations(joined(fc.constant('Q'), number(999)), of(GB, 3))],
  ['q', 'NI', registrations(fc.constant('QNI'), number(9999))],
  ['trade', 'GB', of('0123456789', 5)],
  ['military', 'GB', registrations(of('0123456789', 2), of(`${GB}IQZ`, 2), of('0123456789', 2))],
  ['military', 'GB', registrations(of(`${GB}IQZ`, 2), of('0123456789', 2), of(`${GB}IQZ`, 2))],
  ['diplomatic', 'GB', registrations(number(999, 100), of('DX', 1), number(999, 100))],
  [
    'jersey',
    'JE',
    fc.oneof(registrations(fc.constant('J'), number(999999)), registrations(fc.constant('JSY'), number(999))),
  ],
  [
    'guernsey',
    'GG',
    fc.oneof(
      number(99999),
      number(999).map((digits) => `0${digits}`),
    ),
  ],
  ['alderney', 'AY', registrations(fc.constant('AY'), number(9999))],
  [
    'isle-of-man',
    'IM',
    fc.oneof(
      either(fc.constantFrom('MN', 'MAN'), number(9999)),
      either(manx, number(999)),
      registrations(fc.oneof(manx, fc.constant('MAN')), number(999), of('ABCDEFGHJKLMNOPRTUVWXY', 1)),
      registrations(of('ABCDEFGHJKLMNOPRTUVWXY', 1), number(999), fc.constant('MAN')),
    ),
  ],
]

test.each(WRITTEN)(
  'Every registration of the system %s round-trips, given its jurisdiction %s',
  (system, hint, written) => {
    fc.assert(
      fc.property(written, (registration) => {
        const typed = registration.toLowerCase().replaceAll(' ', '')
        for (const input of [registration, typed, typed.split('').join('-')]) {
          expect(parsed(input, hint)).toMatchObject({
            system,
            text: registration,
            compact: registration.replaceAll(' ', ''),
          })
        }
      }),
      { numRuns: 150 },
    )
  },
)

test('no text that is read as a registration throws or takes long', () => {
  const pasted = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    of(`${GB}IQZ0123456789 .-`, 0, 45),
    fc
      .tuple(of('A1 -Z', 1, 4), fc.integer({ min: 1, max: 25_000 }))
      .map(([text, times]) => text.repeat(times)),
  )
  const inputs = fc.sample(pasted, 2000)
  parseRegistration('AB 1')
  const start = performance.now()
  for (const input of inputs) {
    const result = parseRegistration(input)
    if (!result.ok) expect(result.reason).toMatch(/\.$/)
  }
  // A mean, because a single reading would measure the machine's pauses.
  expect((performance.now() - start) / inputs.length).toBeLessThan(1)
})
