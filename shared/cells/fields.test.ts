import { describe, expect, it } from 'vitest'
import {
  readCost,
  readImageAddress,
  readLine,
  readMonth,
  readPrice,
  readPriceBasis,
  readText,
  readWebAddress,
  readYear,
  readYesNo,
} from './fields.ts'

it.each([
  ['1250', 1250],
  ['£1,250', 1250],
  ['£ 1 250', 1250],
  ['1,250.00', 1250],
  ['GBP 1,250', 1250],
  ['1,250,000 GBP', 1_250_000],
  ['£1\u00a0250', 1250],
  ["'1250", 1250],
  ['\u200e£1,250\u200b', 1250],
  ['0', 0],
  ['2147483647', 2_147_483_647],
])('the price %s is %i', (cell, price) => {
  expect(readPrice(cell)).toBe(price)
})

it.each([
  ['£1,249.50', 1250],
  ['1249.49', 1249],
  ['1249.998', 1250],
  ['999.9980', 1000],
  ['1041.6666667', 1042],
  ['80', 80],
])('the cost %s is %i whole pounds', (cell, cost) => {
  expect(readCost(cell)).toBe(cost)
})

it.each([
  '1,25',
  '1.250',
  '£1,2500',
  '1 2',
  '1250.50',
  '12k',
  'POA',
  '-5',
  '€1,250',
  '£',
  '1e5',
  '12,34,567',
  '2147483648',
  '١٢',
])('the price %s is refused', (cell) => {
  expect(() => readPrice(cell)).toThrow(cell)
})

it.each(['yes', 'Y', 'TRUE', '1', 'x', ' true '])('%s means yes', (cell) =>
  expect(readYesNo(cell)).toBe(true),
)
it.each(['no', 'N', 'False', '0', '-'])('%s means no', (cell) => expect(readYesNo(cell)).toBe(false))
it.each(['maybe', '2', 'sold'])('%s is neither yes nor no', (cell) =>
  expect(() => readYesNo(cell)).toThrow(cell),
)

it('a date has a month by figure or name', () => {
  expect(['7', '07', 'Jul', 'JULY', 'Sept.'].map(readMonth)).toEqual([7, 7, 7, 7, 9])
  for (const cell of ['0', '13', 'Julember', 'Ju', 'Marble'])
    expect(() => readMonth(cell)).toThrow(/not a month/)
})

it('a date is not in the future', () => {
  expect(() => readYear(String(new Date().getFullYear() + 1))).toThrow(/in the future/)
})

describe('a text', () => {
  const read = readText(10)

  it('a text accepts every letter, and normalises line ends', () => {
    expect(read(' Ÿ é\r\n名🚗 ')).toBe('Ÿ é\n名🚗')
  })

  it('a text is cleaned like every text that comes in', () => {
    expect(read('\u202da\0b\u2028c\u200b')).toBe('ab\nc')
  })

  it.each(['a\ud800b', 'a\ufffdb'])('the text %j is refused, because a character is lost', (cell) => {
    expect(() => read(cell)).toThrow('it has “\ufffd” where a character was lost')
  })

  it('a text that is too long is rejected with its length', () => {
    expect(() => read('x'.repeat(11))).toThrow('it has 11 characters; the maximum is 10')
  })
})

it('a line of text is read without the spaces around it', () => {
  expect(readLine(20)(' Held since 1998.\n')).toBe('Held since 1998.')
})

it('a line of text of several lines becomes one', () => {
  expect(readLine(20)('One.\r\nTwo.')).toBe('One. Two.')
})

it('a line of text that is too long is rejected with its length', () => {
  expect(() => readLine(10)('x'.repeat(11))).toThrow('it has 11 characters; the maximum is 10')
})

it.each(['javascript:alert(1)', 'ftp://x.y/', 'example.com', 'https://'])(
  '%s is rejected as a source',
  (cell) => {
    expect(() => readWebAddress(cell)).toThrow(/not an address/)
  },
)
it.each(['http://x.y/a.jpg', '//x.y/a.jpg', 'data:image/png;base64,AA', 'a.jpg'])(
  '%s is no picture',
  (cell) => {
    expect(() => readImageAddress(cell)).toThrow(/not a picture address/)
  },
)
it('a picture on this site or over https is accepted', () => {
  expect(readImageAddress('/pictures/a.jpg')).toBe('/pictures/a.jpg')
  expect(readImageAddress('https://x.y/a.jpg')).toBe('https://x.y/a.jpg')
})

it('a price basis is one of four words', () => {
  expect(readPriceBasis(' Hammer ')).toBe('hammer')
  expect(() => readPriceBasis('guess')).toThrow('“guess” is not one of both, total, hammer, unclear')
})
