import { expect, test } from 'vitest'
import { seedPlates } from '#test/fuzz/seed-data.ts'
import { cardDescription } from './card-description.ts'

const LONG =
  'It was issued in 1931 and has been in one family ever since, from the first car to the latest one.'

test('a short description is shown whole', () => {
  expect(cardDescription('Three initials\n and a single figure. ')).toBe(
    'Three initials and a single figure.',
  )
})

test('a long description is shortened by whole sentences', () => {
  expect(cardDescription(`Reads as Sandy. ${LONG} ${LONG}`)).toBe(`Reads as Sandy. ${LONG}`)
  expect(cardDescription(`Made for a “Smith”! ${LONG} ${LONG}`)).toBe(`Made for a “Smith”! ${LONG}`)
})

test('a first sentence that is longer than the room stays whole', () => {
  const endless = `${LONG.slice(0, -1)}, ${LONG.slice(0, -1).toLowerCase()}.`
  expect(cardDescription(endless)).toBe(endless)
  expect(cardDescription(`${endless} And more.`)).toBe(endless)
})

test('an abbreviation or a decimal point ends no sentence', () => {
  const text = `For a golfer at St. Andrews, with a 1.6 litre engine, who reads No. 1 as his own, and no other. ${LONG}`
  expect(cardDescription(text)).toBe(text.slice(0, -LONG.length - 1))
})

test('no description of the demonstration stock is shortened', () => {
  for (const { description } of seedPlates())
    if (description !== null) expect(cardDescription(description)).toBe(description)
})
