// The layout of a price scale ("rule"). Positions along it are percentages, so that one drawing fits any width from its
// design width on; what is beside a position has a fixed distance in pixels.

import { formatCompactGbp } from '#shared/text/money.ts'

export interface PricedDot {
  registration: string
  priceGbp: number
  href: string
  /** The accessible name of the link, beginning with the registration: 'SAM 1X, £3,400, March 2024'. */
  label: string
}

interface PriceRange {
  lowGbp: number
  midGbp: number
  highGbp: number
}

interface PriceChip {
  priceGbp: number
  label: string
}

export interface PriceRuleContent {
  dots: readonly PricedDot[]
  range: PriceRange | null
  chip: PriceChip | null
}

/** A text or shape that begins `left` pixels from its position, which it covers or is next to. */
export interface Box {
  /** Percentage of the width. */
  at: number
  left: number
  width: number
}

export interface PlacedDot extends Box {
  dot: PricedDot
  y: number
  isLabelLeft: boolean
}

export interface PriceRuleLayout {
  height: number
  ruleY: number
  ticks: (Box & { label: string })[]
  dots: PlacedDot[]
  range: (Box & { low: number; high: number; label: string }) | null
  chip: (Box & { label: string }) | null
}

/** Half of the minimum touch target (24 px), with a margin. */
const DOT_REACH = 13
/** The distance from the centre of a dot to its label. */
export const LABEL_GAP = 10
export const ROW_HEIGHT = 28
export const CHIP_HEIGHT = 26
const CHIP_LANE = 40
const CHIP_PADDING = 10
const TICK_LANE = 24
const RANGE_LANE = 22
const SMALL_PX = 13
const CHIP_PX = 14
/** The minimum distance between two tick labels. */
const LABEL_DISTANCE = 12
/** Percentages: the room at both ends for the labels of the first and last tick. */
const EDGE = 5

/** Lays out a rule with a width of at least `width` pixels. */
export function layOutPriceRule({ dots, range, chip }: PriceRuleContent, width: number): PriceRuleLayout {
  const at = scale([
    ...dots.map(({ priceGbp }) => priceGbp),
    ...(range ? [range.lowGbp, range.highGbp] : []),
    ...(chip ? [chip.priceGbp] : []),
  ])
  const rows = placeDots(dots, at, width)
  const dotsHeight = rows.count * ROW_HEIGHT
  const ruleY = dotsHeight + (chip ? CHIP_LANE : 12)
  return {
    height: ruleY + TICK_LANE + (range ? RANGE_LANE : 0),
    ruleY,
    ticks: placeTicks(at, width),
    dots: rows.placed,
    range: range && placeRange(range, at, width),
    chip: chip && {
      ...centred(at.place(chip.priceGbp), textWidth(chip.label, CHIP_PX) + 2 * CHIP_PADDING, width),
      label: chip.label,
    },
  }
}

interface RuleScale {
  /** The position of a price, in percent. */
  place: (priceGbp: number) => number
  low: number
  high: number
}

/** A logarithmic scale over at least a factor of ten, with equal prices in the middle. */
function scale(pricesGbp: readonly number[]): RuleScale {
  const logs = (pricesGbp.length === 0 ? [1_000] : pricesGbp).map((price) => Math.log10(Math.max(1, price)))
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const margin = Math.max(0.12, (1 - (most - least)) / 2)
  const [low, high] = [least - margin, most + margin]
  const place = (priceGbp: number) =>
    round(EDGE + ((Math.log10(Math.max(1, priceGbp)) - low) / (high - low)) * (100 - 2 * EDGE))
  return { place, low, high }
}

/** Places each dot in the lowest row where neither it nor its label overlaps another, cheapest first. */
function placeDots(dots: readonly PricedDot[], at: RuleScale, width: number) {
  const rows: [from: number, to: number][][] = []
  const placed = [...dots]
    .sort((one, other) => one.priceGbp - other.priceGbp)
    .map((dot) => {
      const percent = at.place(dot.priceGbp)
      const x = (percent / 100) * width
      const reach = LABEL_GAP + textWidth(dot.registration, SMALL_PX) + 4
      const sides = [-DOT_REACH, -reach].map((left) => ({ left, width: DOT_REACH + reach }))
      const fitting = sides.filter((side) => x + side.left >= 0 && x + side.left + side.width <= width)
      for (let row = 0; ; row++) {
        const taken = rows[row] ?? []
        rows[row] = taken
        const side = fitting.find((side) =>
          taken.every(([from, to]) => x + side.left >= to || x + side.left + side.width <= from),
        )
        // An empty row takes any dot, even one whose label is wider than the drawing.
        const chosen = side ?? (taken.length === 0 ? sides[0] : undefined)
        if (!chosen) continue
        taken.push([x + chosen.left, x + chosen.left + chosen.width])
        return { dot, at: percent, ...chosen, row, isLabelLeft: chosen.left !== -DOT_REACH }
      }
    })
  return {
    count: rows.length,
    placed: placed.map(({ row, ...dot }) => ({ ...dot, y: (rows.length - row - 0.5) * ROW_HEIGHT })),
  }
}

/** The finest of these tick steps whose labels keep their distance. */
const STEPS = [[1, 2, 5], [1, 3], [1]]

function placeTicks(at: RuleScale, width: number) {
  const sets = STEPS.map((steps) => ticksAt(steps, at, width))

  function isLegible(ticks: (typeof sets)[number]) {
    const px = ({ at }: Box) => (at / 100) * width
    return ticks.every((tick, index) => {
      const last = ticks[index - 1]
      return !last || px(tick) + tick.left - (px(last) + last.left + last.width) >= LABEL_DISTANCE
    })
  }

  return sets.find(isLegible) ?? (sets.at(-1) ?? []).filter((_, index) => index % 2 === 0)
}

function ticksAt(steps: readonly number[], at: RuleScale, width: number) {
  const ticks: (Box & { label: string })[] = []
  for (let power = Math.floor(at.low); power <= at.high; power++)
    for (const step of steps) {
      const priceGbp = step * 10 ** power
      const log = Math.log10(priceGbp)
      if (log < at.low || log > at.high || priceGbp < 1) continue
      const label = formatCompactGbp(priceGbp)
      ticks.push({ ...centred(at.place(priceGbp), textWidth(label, SMALL_PX), width), label })
    }
  return ticks
}

function placeRange({ lowGbp, midGbp, highGbp }: PriceRange, at: RuleScale, width: number) {
  const [low, mid, high] = [lowGbp, midGbp, highGbp].map(formatCompactGbp)
  const label = `Estimate ${mid} (${low} to ${high})`
  return {
    ...centred(at.place(midGbp), textWidth(label, SMALL_PX), width),
    low: at.place(lowGbp),
    high: at.place(highGbp),
    label,
  }
}

/** A box at its position, moved as far as needed to stay inside. It also stays inside a wider drawing. */
function centred(at: number, boxWidth: number, width: number): Box {
  const x = (at / 100) * width
  const left = Math.min(Math.max(-boxWidth / 2, -x), width - x - boxWidth)
  return { at, left: round(left), width: round(boxWidth) }
}

/** Widths in ems of Public Sans, rounded up: the server cannot measure text, and a label must not exceed its box. */
const EMS: readonly [letters: RegExp, ems: number][] = [
  [/[MWmw]/, 0.96],
  [/[A-Z]/, 0.78],
  [/[ .,()ijl]/, 0.34],
]

/** The maximum width of a line of text in pixels. */
export function textWidth(text: string, sizePx: number): number {
  let width = 0
  for (const letter of text) width += EMS.find(([letters]) => letters.test(letter))?.[1] ?? 0.66
  return Math.ceil(width * sizePx)
}

const round = (value: number) => Math.round(value * 10) / 10
