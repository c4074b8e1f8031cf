// Tests every plate of the demonstration stock, and 500 generated ones of every system.

import { expect, test } from 'vitest'
import { readSeed } from '#db/seed.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { describePlate, listFacts } from './plate-facts.ts'

const seed = readSeed('plates.csv').map((row) => ({
  registration: row.plate_number ?? '',
  description: row.description || null,
  detailedDescription: row.detailed_description || null,
}))
const made = makeStock(500).map(({ registration, description }) => ({
  registration,
  description,
  detailedDescription: null,
}))
const texts = seed.map((plate) => ({
  ...plate,
  text: [plate.description, plate.detailedDescription].filter((text) => text !== null).join(' '),
  facts: describePlate(plate),
}))

test.each([...seed, ...made])(
  'the facts of a plate of $registration have an answer in every row',
  (plate) => {
    const facts = listFacts(describePlate(plate))
    expect(facts.map(([term]) => term)).toEqual(expect.arrayContaining(['Format', 'May go on']))
    for (const [, text] of facts) expect(text).toMatch(/[A-Za-z\d]{3}/)
  },
)

test('the facts of a plate name the words that a buyer sees, and no others', () => {
  const readings = texts.map(({ registration, facts }) => [registration, facts.reads.join(' or ')])
  expect(readings.filter(([, words]) => words !== '')).toEqual([
    ['S4 NDY', 'SANDY'],
    ['J4 YNE', 'JAYNE'],
    ['P4 ULA', 'PAULA'],
    ['MEG 4N', 'MEGAN'],
    ['55 DAZ', 'DAZ'],
    ['BEN 77Y', 'BEN'],
    ['H34 VEN', 'HEAVEN'],
    ['M3 LON', 'MELON'],
    ['B16 DAY', 'BIG DAY'],
    ['BIG 5926', 'BIG'],
    ['BU57 LER', 'BUSTLER'],
    ['LIL 4417', 'LIL'],
    ['TOR 118S', 'TOR'],
  ])
})

test('the facts of a plate do not show a word of one letter and distant look-alikes', () => {
  for (const { registration } of made) {
    const letters = registration.replace(/[^A-Z]/g, '')
    if (letters.length === 1) expect(describePlate({ ...bare, registration }).reads).toEqual([])
  }
})

const bare = { description: null, detailedDescription: null }

test.each(texts)(
  'the text of a plate of $registration says the same of its vehicles as its facts',
  ({ text, facts }) => {
    for (const [, date] of text.matchAll(/first registered in (.*?) or later/g))
      expect(facts.vehicles).toBe(`Vehicles first registered in ${date} or later`)
    if (/\b(dateless|no age identifier|any age)\b/.test(text))
      expect(facts.vehicles).toBe('A vehicle of any age')
  },
)

test.each(texts)(
  'the text of a plate of $registration says the same of its format as its facts',
  ({ text, facts }) => {
    const named = {
      Prefix: /\bprefix (registration|style|mark|plate)/i,
      Suffix: /\bsuffix (registration|style|mark|plate)/i,
      Current: /\bcurrent[- ]style/i,
      'Northern Ireland': /\bNorthern Ireland (registration|mark|plate)/,
      Dateless: /\bdateless\b/,
    }
    for (const [format, pattern] of Object.entries(named))
      if (pattern.test(text)) expect(facts.format).toBe(format)
  },
)

test.each(texts)('the text of a plate of $registration does not talk the buyer out of it', ({ text }) => {
  expect(text).not.toMatch(
    /not an offer|not .*as an investment|apologise|no promise|not a promise|little else/i,
  )
})
