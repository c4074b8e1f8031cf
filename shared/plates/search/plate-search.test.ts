import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GOLDEN } from '#test/fixtures/golden-searches.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { parseRegistration } from '../../registration/registration.ts'
import { findInitials, findStarts, quoteSearch, type Searchable, searchStock } from './plate-search.ts'

const named = [...new Set(GOLDEN.map(([, meant]) => meant))]
const stock: Searchable[] = [
  ...makeStock(3000),
  ...named.map((registration) => ({ registration, description: null })),
]

const plates = (...registrations: string[]): Searchable[] =>
  registrations.map((registration) => ({ registration, description: null }))

/** The results of a search, as 'H34 VEN: Reads as HEAVEN'. */
const found = (of: readonly Searchable[], typed: string) =>
  searchStock(of, typed).hits.map(({ plate, reason }) => `${plate.registration}: ${reason}`)
const near = (of: readonly Searchable[], typed: string) =>
  searchStock(of, typed).near.map(({ plate, reason }) => `${plate.registration}: ${reason}`)

test('the reference queries are at least 200, and every expected plate is a valid registration', () => {
  expect(GOLDEN.length).toBeGreaterThanOrEqual(200)
  expect(new Set(GOLDEN.map(String)).size).toBe(GOLDEN.length)
  for (const registration of named) {
    const parsed = parseRegistration(registration)
    expect([registration, parsed.ok && parsed.registration.text]).toEqual([registration, registration])
  }
})

test('the reference queries find the expected plate in the first twenty of 3,200 plates in 95 % of cases', () => {
  const missed = GOLDEN.filter(([typed, meant]) => {
    const { hits, near } = searchStock(stock, typed)
    return ![...hits, ...near].slice(0, 20).some(({ plate }) => plate.registration === meant)
  })
  expect(1 - missed.length / GOLDEN.length).toBeGreaterThanOrEqual(0.95)
})

test.each([
  // look-alikes: one digit for a letter, two digits for a letter
  ['heaven', 'H34 VEN', 'Reads as HEAVEN'],
  ['BIG DAY', 'B16 DAY', 'Reads as BIG DAY'],
  ['david', 'DAV 1D', 'Reads as DAVID'],
  ['hannah', 'HAN 114H', 'Reads as HANNAH'],
  ['kirsty', 'K12 STY', 'Reads as KIRSTY'],
  ['toby', 'TO13 YYY', 'TO13 Y reads as TOBY'],
  ['great', 'GR 8', 'Reads as GREAT'],
  // a digit that only repeats the character before it
  ['sean', 'SEA 4N', 'Reads as SEAN'],
  ['joshua', 'JO55 HUA', 'Reads as JOSHUA'],
  // initials and fragments match literally
  ['gs', '9 GS', 'Ends in GS'],
  ['wd', 'WD 1', 'Begins with WD'],
  ['7 y', 'BEN 77Y', 'Ends in 7 Y'],
  ['ig 5', 'BIG 5926', 'Contains IG 5'],
  ['h34ven', 'H34 VEN', 'Exactly as you typed it'],
  // a digit typed for a letter
  ['dav1d', 'DAV 1D', 'Exactly as you typed it'],
  ['d4vid', 'DAV 1D', 'Reads as D4VID'],
  ['Zoë', 'ZOE 3', 'Begins with ZOË'],
])('a search for %s finds %s', (typed, registration, words) => {
  expect(found(plates('KWB 527', registration), typed)).toEqual([`${registration}: ${words}`])
})

test('a search finds the exact registration first, then prefixes, then readings, then substrings', () => {
  const some = plates('LSAM 1', '5 AM', 'X54 MBB', 'SAM 5K', '9 SAM', 'S4 MXX', 'SAM 1')
  expect(found(some, 'sam')).toEqual([
    'SAM 1: Begins with SAM',
    'SAM 5K: Begins with SAM',
    '9 SAM: Ends in SAM',
    '5 AM: Reads as SAM',
    'S4 MXX: S4 M reads as SAM',
    'LSAM 1: Contains SAM',
  ])
  expect(found(some, 'sam1')[0]).toBe('SAM 1: Exactly as you typed it')
})

test('a search finds nothing unexpected: digits alone match digits, and single letters match themselves', () => {
  expect(found(plates('GEL 5', 'S1 ABC'), '63')).toEqual([])
  expect(found(plates('4 BCD', 'KRA 7'), 'a')).toEqual(['KRA 7: Contains A'])
  expect(found(plates('MM04 VGS'), 'dav')).toEqual([])
})

test('near misses are offered only if nothing matches', () => {
  expect(searchStock(plates('G4 RDN', 'GAR 73N'), 'garten').near).toEqual([])
  expect(found(plates('G4 RDN', 'GAR 73N'), 'garten')).toEqual(['GAR 73N: Reads as GARTEN'])
})

test.each([
  ['garden', 'G4 RDN', 'Reads as GARDN'], // a vowel left out
  ['daisys', 'DA15 YYS', 'Reads as DAISYYS'], // a letter more
  ['hevean', 'H34 VEN', 'Nearly HEVEAN'], // two letters out of place
  ['christopher', 'CHR 15S', 'CHR 15 reads as CHRIS'], // the name shortened
  ['paul jones', 'PJM 4', 'Begins with PJ'], // the initials of a full name
  ['david smith', 'DAV 1D', 'Reads as DAVID'], // one word of two
  ['ab51 abd', 'AB51 ABC', 'Nearly AB51 ABD'],
])('a search for %s has the near miss %s', (typed, registration, words) => {
  const some = plates('KWX 527', registration)
  expect(found(some, typed)).toEqual([])
  expect(near(some, typed)).toEqual([`${registration}: ${words}`])
})

test('near misses take the description into account', () => {
  const described = [{ registration: 'AL 63', description: 'Short for Al, Lee or Alice.' }]
  expect(near(described, 'alice')).toEqual(['AL 63: Its description mentions ALICE'])
  expect(near(described, 'lee')).toEqual(['AL 63: Its description mentions LEE'])
  expect(near(described, 'lic')).toEqual([])
})

test('near misses are the twelve nearest, wherever they are in the stock', () => {
  const further = Array.from({ length: 20 }, (_, n) => `AB51 ${'CDEFGHIJKLMNOPQRSTUVW'.charAt(n)}BC`)
  const nearest = near(plates(...further, 'AB51 ABC'), 'ab51 abd')
  expect(nearest).toHaveLength(12)
  expect(nearest[0]).toBe('AB51 ABC: Nearly AB51 ABD')
})

describe('plates that are offered instead', () => {
  const some = plates('D 47', 'DA 5', 'DJB 1', 'PJ 7', '1 AX', 'ABX 2')
  const initials = (typed: string) => findInitials(some, typed).map(({ plate }) => plate.registration)
  const starts = (typed: string) => findStarts(some, typed).map(({ plate }) => plate.registration)

  test('plates that are offered instead have the initials of a name; letters that are no name are initials themselves', () => {
    expect(initials('dave')).toEqual(['D 47'])
    expect(initials('DJB')).toEqual(['DJB 1'])
    expect(initials('paul jones')).toEqual(['PJ 7'])
    expect(initials('1 ABC')).toEqual([])
  })

  test('plates that are offered instead begin with two letters of the search at least', () => {
    expect(starts('DAX')).toEqual(['DA 5'])
    expect(starts('DKW')).toEqual([])
  })

  test('plates that are offered instead are not near a registration because of a figure and one of its letters', () => {
    expect(near(some, '1 ABC')).toEqual([])
  })
})

describe('properties', () => {
  const small = stock.filter((_, index) => index % 12 === 0 || index >= 3000)
  const typedQuery = fc.oneof(
    fc.constantFrom(...GOLDEN.map(([typed]) => typed)),
    fc.stringMatching(/^[a-z0-9]{1,7}$/),
  )
  const hitsOf = (typed: string) => searchStock(small, typed).hits.map(({ plate }) => plate.registration)

  test('spacing, case and punctuation never change the results of a search', () => {
    fc.assert(
      fc.property(typedQuery, fc.infiniteStream(fc.constantFrom('', ' ', '  ', '.', '-')), (typed, gaps) => {
        const spread = [...typed].map((char) => char + gaps.next().value).join('')
        fc.pre(spread.length <= 40)
        const hits = hitsOf(typed)
        expect(hitsOf(spread)).toEqual(hits)
        expect(hitsOf(typed.toUpperCase())).toEqual(hits)
        expect(hitsOf(` ${typed.toLowerCase()} `)).toEqual(hits)
      }),
      { numRuns: 60 },
    )
  })

  test('a search for any registration in stock finds it first', () => {
    for (const { registration } of small) expect(hitsOf(registration.toLowerCase())[0]).toBe(registration)
  })

  test('a search for any part of a registration finds it', () => {
    const part = fc.record({
      plate: fc.constantFrom(...small),
      from: fc.nat(6),
      length: fc.integer({ min: 1, max: 7 }),
    })
    fc.assert(
      fc.property(part, ({ plate, from, length }) => {
        const typed = plate.registration.replace(/ /g, '').slice(from, from + length)
        fc.pre(typed !== '')
        expect(hitsOf(typed)).toContain(plate.registration)
      }),
      { numRuns: 60 },
    )
  })

  test('whether a plate matches does not depend on the other plates in stock', () => {
    fc.assert(
      fc.property(typedQuery, fc.constantFrom(...small), (typed, plate) => {
        expect(hitsOf(typed).includes(plate.registration)).toBe(searchStock([plate], typed).hits.length === 1)
      }),
      { numRuns: 100 },
    )
  })

  test('no result of a search is repeated, and no input throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (typed) => {
        const { hits, near } = searchStock(small, typed)
        const all = [...hits, ...near].map(({ plate }) => plate.registration)
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 60 },
    )
  })
})

test('a search is quoted as it was typed, in capitals', () => {
  expect(quoteSearch('  big   day ')).toBe('BIG DAY')
})
