import { expect, test } from 'vitest'
import { type Jurisdiction, parseRegistration } from './registration.ts'
import { describeRegistration } from './registration-facts.ts'

const TODAY = '2026-11-25'

function facts(registration: string, hint?: Jurisdiction) {
  const parsed = parseRegistration(registration, hint)
  if (!parsed.ok) throw new Error(parsed.reason)
  return describeRegistration(parsed.registration, TODAY)
}

test.each([
  // Dateless, suffix and prefix: the last two letters before a year letter is added.
  ['25 O', 'O', 'Birmingham'],
  ['AB 1', 'AB', 'Worcester'],
  ['CAR 14D', 'AR', 'Chelmsford (Hertfordshire until 1974)'],
  ['H34 VEN', 'EN', 'Manchester (Bury until 1974; Bolton until 1981)'],
  // Current: the first two, and the Isle of Wight's own tag within Portsmouth's.
  ['AB51 ABC', 'AB', 'Peterborough, East Anglia'],
  ['KR15 HNA', 'KR', 'Northampton'],
  ['HX20 AAA', 'HX', 'Portsmouth, Hampshire and Dorset'],
  ['HW20 AAA', 'HW', 'the Isle of Wight'],
  ['TN07 AAA', 'TN', 'Scotland'],
  // Northern Ireland: the code after the serial letter.
  ['IG 1', 'IG', 'Fermanagh'],
  ['BIL 1', 'IL', 'Fermanagh'],
  ['1234 ABZ', 'BZ', 'Down'],
])('The area of %s: %s, %s', (registration, code, name) => {
  expect(facts(registration).place).toEqual({ code, name })
})

test.each(['JA16 UAR', 'VIP 1', 'J 123456', '007', '12345'])(
  '%s tells no place that we know of',
  (registration) => {
    expect(facts(registration).place).toBeNull()
  },
)

test.each([
  ['MUS 1A', '1963-02', '1963-12', 'February 1963 to December 1963'],
  ['MUS 1E', '1967-01', '1967-07', 'January 1967 to July 1967'],
  ['DUL 44Y', '1982-08', '1983-07', 'August 1982 to July 1983'],
  ['A1 ABC', '1983-08', '1984-07', 'August 1983 to July 1984'],
  ['S1 NGH', '1998-08', '1999-02', 'August 1998 to February 1999'],
  ['Y1 ABC', '2001-03', '2001-08', 'March 2001 to August 2001'],
  ['AB51 ABC', '2001-09', '2002-02', 'September 2001 to February 2002'],
  ['AB02 ABC', '2002-03', '2002-08', 'March 2002 to August 2002'],
  ['AB76 ABC', '2026-09', '2027-02', 'September 2026 to February 2027'],
  ['AB77 ABC', '2027-09', '2028-02', 'not before September 2027'],
  ['AB00 ABC', '2050-09', '2051-02', 'not before September 2050'],
  ['25 O', '1953', '1963', '1953 to 1963'],
  ['VIP 1', '1932', '1963', '1932 to 1963'],
  ['AB 1', '1903', '1963', '1903 to 1963'],
  ['IG 1', '1903-12', null, 'from December 1903 onwards'],
  ['ABZ 1', '1966-01', null, 'from January 1966 onwards'],
  ['BMN 1 A', '1987-08', null, 'from August 1987 onwards'],
  ['007', '2012', null, 'from 2012 onwards'],
])('The issue dates of %s: %s to %s', (registration, from, to, text) => {
  expect(facts(registration).period).toEqual({ from, to, text })
})

test.each([
  ['A 1', 'any', null],
  ['BIL 1', 'any', null],
  ['CAR 14D', 'from', '1966-01'],
  ['K1 NGS', 'from', '1992-08'],
  ['AB51 ABC', 'from', '2001-09'],
  ['J 123456', 'island', null],
  ['Q1 ABC', 'none', null],
  ['12345', 'none', null],
  ['101 D 101', 'none', null],
])('The vehicles that %s may be assigned to: %s %s', (registration, may, from) => {
  expect(facts(registration).vehicles).toMatchObject({ may, from })
})

test('The facts of a registration are plain sentences', () => {
  expect(facts('XX99 XXX').sentences).toContain(
    'The figures 99 are issued not before September 2049, so no vehicle has it yet.',
  )
  expect(facts('K1 NGS').sentences).toEqual([
    'K1 NGS is a prefix registration.',
    'GS was the code for Luton (Perthshire until 1974).',
    'The year letter K stands for August 1992 to July 1993.',
    'It may go on any vehicle first registered in August 1992 or later, because a registration must not make a vehicle look newer than it is.',
  ])
  expect(facts('25 O').sentences).toEqual([
    '25 O is a dateless registration, so it does not show a vehicle’s age.',
    'O was the code for Birmingham.',
    'Registrations in this format were first issued from 1953 to 1963.',
    'It may go on a vehicle of any age.',
  ])
  expect(facts('J 27', 'JE').sentences).toEqual([
    'J 27 is a Jersey registration.',
    'It is on Jersey’s register, not the DVLA’s.',
  ])
})
