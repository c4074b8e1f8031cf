export interface Scale {
  at: (value: number) => number
  ticks: number[]
}

/** `cheapest` and `dearest` are the coordinates of the edges. */
export function logScale(
  prices: readonly number[],
  cheapest: number,
  dearest: number,
  leastTicks = 3,
): Scale {
  const [least, most] = extent(prices, 100, 1_000)
  const low = Math.log10(least * 0.8)
  const high = Math.max(Math.log10(most * 1.25), low + 0.5)
  const ticks = [[1], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]].map((steps) => logTicks(low, high, steps))
  const enough = ticks.find(({ length }) => length >= leastTicks) ?? ticks.at(-1) ?? []
  return { at: place(low, high, cheapest, dearest, Math.log10), ticks: enough }
}

function logTicks(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = []
  for (let power = Math.floor(low); power <= high; power++)
    for (const step of steps) {
      const tick = step * 10 ** power
      if (Math.log10(tick) >= low && Math.log10(tick) <= high) ticks.push(tick)
    }
  return ticks
}

export function yearScale(years: readonly number[], first: number, last: number, most: number): Scale {
  const [least, latest] = extent(years, 2000, 2001)
  const low = Math.floor(least)
  const high = Math.max(Math.floor(latest) + 1, low + 1)
  const step =
    [1, 2, 5, 10, 20, 50, 100, 500, 1000, 5000].find((size) => (high - low) / size <= most) ?? 10_000
  const ticks: number[] = []
  for (let year = Math.ceil(low / step) * step; year <= high; year += step) ticks.push(year)
  return { at: place(low, high, first, last), ticks }
}

/** Ticks in the middle of months; null for more than two years. */
export function monthScale(
  times: readonly number[],
  first: number,
  last: number,
  most: number,
): Scale | null {
  const [earliest, latest] = extent(times, 2000, 2001)
  const low = Math.floor(earliest * 12)
  const high = Math.max(Math.floor(latest * 12) + 1, low + 1)
  if (high - low > 24) return null
  const step = [1, 2, 3, 6].find((size) => (high - low) / size <= most) ?? 12
  const ticks: number[] = []
  for (let month = low; month < high; month += step) ticks.push((month + 0.5) / 12)
  return { at: place(low / 12, high / 12, first, last), ticks }
}

/**
 * Years with more sales are wider: half of the width is shared evenly, half by number of sales. Linear if they are
 * equally many. `least` is the distance between two ticks.
 */
export function crowdedYearScale(
  times: readonly number[],
  first: number,
  last: number,
  least: number,
): Scale {
  const [earliest, latest] = extent(times, 2000, 2001)
  const low = Math.floor(earliest)
  const years = Math.floor(latest) + 1 - low
  const counts = new Float64Array(years)
  for (const time of times) counts[Math.floor(time) - low] = (counts[Math.floor(time) - low] ?? 0) + 1
  const edges = [first]
  for (const count of counts)
    edges.push((edges.at(-1) ?? first) + (last - first) * (0.5 / years + (0.5 * count) / (times.length || 1)))
  const at = (time: number) => {
    const year = Math.min(Math.max(Math.floor(time) - low, 0), years - 1)
    const [from = first, to = last] = [edges[year], edges[year + 1]]
    return Math.round((from + (time - low - year) * (to - from)) * 10) / 10
  }
  const ticks: number[] = []
  const add = (year: number) => {
    if (ticks.every((tick) => Math.abs(at(tick) - at(year)) >= least)) ticks.push(year)
  }
  add(low + years)
  for (let year = low; year < low + years; year++) if (at(year + 1) - at(year) >= 2 * least) add(year)
  const narrowest = Math.min(...Array.from(counts, (_, index) => at(low + index + 1) - at(low + index)))
  const step = [1, 2, 5, 10, 20, 50].find((size) => size * narrowest >= least) ?? 100
  for (let year = Math.ceil(low / step) * step; year < low + years; year += step) add(year)
  return { at, ticks: ticks.sort((one, other) => one - other) }
}

function extent(values: readonly number[], least: number, most: number): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [least, most]
}

function place(low: number, high: number, from: number, to: number, measure = (value: number) => value) {
  const unit = (to - from) / (high - low)
  return (value: number) => Math.round((from + (measure(value) - low) * unit) * 10) / 10
}
