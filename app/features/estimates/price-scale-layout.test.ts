import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Box,
  CHIP_HEIGHT,
  layOutPriceRule,
  type PriceRuleContent,
  ROW_HEIGHT,
  textWidth,
} from './price-scale-layout.ts'

const dots = (...pricesGbp: number[]) =>
  pricesGbp.map((priceGbp, index) => ({
    registration: `AB12 CD${'ABCDEF'[index]}`,
    priceGbp,
    href: '/',
    label: '',
  }))
const none: PriceRuleContent = { dots: [], range: null, chip: null }

/** The pixel range at a given width. */
const span = ({ at, left, width }: Box, px: number): [number, number] => {
  const from = (at / 100) * px + left
  return [from, from + width]
}

const prices = fc.integer({ min: 100, max: 1_000_000 })
/** An estimate has two significant figures. */
const rounded = fc
  .tuple(fc.integer({ min: 10, max: 99 }), fc.constantFrom(10, 100, 1_000, 10_000))
  .map(([figures, unit]) => figures * unit)
const contents: fc.Arbitrary<PriceRuleContent> = fc.record({
  dots: fc.array(
    fc.record({
      registration: fc.constantFrom('F 1', 'SAM 1X', 'WM12 WMW', 'MWM 999W', 'AIZ 1111', 'A 1'),
      priceGbp: prices,
      href: fc.constant('/'),
      label: fc.constant(''),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  range: fc.option(
    fc
      .tuple(rounded, rounded, rounded)
      .map((three) => three.sort((one, other) => one - other))
      .map(([lowGbp = 0, midGbp = 0, highGbp = 0]) => ({ lowGbp, midGbp, highGbp })),
  ),
  chip: fc.option(prices.map((priceGbp) => ({ priceGbp, label: `Our price £${priceGbp}` }))),
})

it('a scale of prices places prices on a logarithmic scale', () => {
  const { dots: placed } = layOutPriceRule({ ...none, dots: dots(100, 1_000, 10_000) }, 260)
  const [cheap = 0, middle = 0, dear = 0] = placed.map(({ at }) => at)
  expect(middle).toBe(50)
  expect(dear - middle).toBeCloseTo(middle - cheap, 5)
})

it('a scale of prices is sorted from the lowest price to the highest, for the keyboard as well', () => {
  const { dots: placed } = layOutPriceRule({ ...none, dots: dots(5_000, 300, 900) }, 260)
  expect(placed.map(({ dot }) => dot.priceGbp)).toEqual([300, 900, 5_000])
})

it.each([
  ['one price', [2_000], ['£1k', '£2k', '£5k']],
  ['hundreds', [450, 700], ['£200', '£500', '£1k']],
  ['from £100 to £1,000,000', [100, 1_000_000], ['£100', '£1k', '£10k', '£100k', '£1m']],
])('a scale of prices names round prices as people say them: %s', (_, priced, labels) => {
  const { ticks } = layOutPriceRule({ ...none, dots: dots(...priced) }, 260)
  expect(ticks.map(({ label }) => label)).toEqual(labels)
})

it('a scale of prices stacks dots of the same price in the middle, one per row', () => {
  const { dots: placed } = layOutPriceRule({ ...none, dots: dots(...Array(6).fill(5_000)) }, 260)
  expect(placed.map(({ at }) => at)).toEqual(Array(6).fill(50))
  expect(new Set(placed.map(({ y }) => y)).size).toBe(6)
})

it('a scale of prices puts the label of the highest price on its left, where the drawing ends', () => {
  const { dots: placed } = layOutPriceRule({ ...none, dots: dots(100, 1_000_000) }, 260)
  expect(placed.map(({ isLabelLeft }) => isLabelLeft)).toEqual([false, true])
})

it('a scale of prices labels the estimate and its range in thousands', () => {
  const range = { lowGbp: 1_600, midGbp: 2_400, highGbp: 13_000 }
  expect(layOutPriceRule({ ...none, range }, 260).range?.label).toBe('Estimate £2.4k (£1.6k to £13k)')
})

it('a scale of prices fits an asking price far from every sale', () => {
  const chip = { priceGbp: 285_000, label: 'Our price £285,000' }
  const layout = layOutPriceRule({ ...none, dots: dots(300, 350), chip }, 260)
  expect(layout.chip?.at).toBeGreaterThan(90)
  expect(layout.dots.every(({ at }) => at < 12)).toBe(true)
})

it('a scale of prices is drawn without any price', () => {
  const { dots: placed, ticks } = layOutPriceRule(none, 260)
  expect(placed).toEqual([])
  expect(ticks.length).toBeGreaterThan(0)
})

// The wider widths test that a phone layout also fits any width up to the desktop drawing.
it.each([
  [260, 260],
  [260, 559],
  [560, 560],
  [560, 1_200],
])(
  'a scale of prices laid out for %i pixels keeps labels and targets apart and inside a picture of %i',
  (least, px) => {
    fc.assert(
      fc.property(contents, (content) => {
        const { dots: placed, ticks, range, chip, ruleY, height } = layOutPriceRule(content, least)
        const inside = (box: Box) => {
          const [from, to] = span(box, px)
          // Positions are rounded to a thousandth of the width.
          expect(from).toBeGreaterThanOrEqual(-1)
          expect(to).toBeLessThanOrEqual(px + 1)
        }
        for (const box of [...placed, ...ticks, range, chip]) if (box) inside(box)
        const apart = (one: Box, other: Box) => {
          const [[from, to], [start, end]] = [span(one, px), span(other, px)]
          expect(to <= start + 1 || end <= from + 1).toBe(true)
        }
        placed.forEach((one, index) => {
          expect(one.width).toBeGreaterThanOrEqual(24)
          expect(one.y - ROW_HEIGHT / 2).toBeGreaterThanOrEqual(0)
          expect(one.y + ROW_HEIGHT / 2).toBeLessThanOrEqual(ruleY - (chip ? CHIP_HEIGHT + 13 : 0))
          for (const other of placed.slice(0, index)) if (other.y === one.y) apart(one, other)
        })
        for (const [index, tick] of ticks.entries()) if (index > 0) apart(ticks[index - 1] as Box, tick)
        expect(ticks.length).toBeGreaterThan(0)
        expect(height).toBeLessThan(300)
      }),
      { seed: 18, numRuns: 500 },
    )
  },
)

// Advance widths of Public Sans (measured in a browser), in thousandths of the font size; all figures have one width.
it.each([
  ['WM12 WMW', 6_180],
  ['AB12 CDE', 4_940],
  ['Our price £285,000', 9_430],
  ['Estimate £2.4k (£1.6k to £3.9k)', 14_590],
])('a scale of prices allows at least the width that %s takes', (text, thousandths) => {
  expect(textWidth(text, 10)).toBeGreaterThanOrEqual(thousandths / 100)
})
