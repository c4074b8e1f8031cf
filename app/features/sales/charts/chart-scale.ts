export interface Scale {
  at: (value: number) => number
  ticks: number[]
}

/** `cheapest` and `dearest` are the coordinates of the edges. */
export function logScale(prices: readonly number[], cheapest: number, dearest: number): Scale {
  const [least, most] = extent(prices, 100, 1_000)
  const low = Math.log10(least * 0.8)
  const high = Math.max(Math.log10(most * 1.25), low + 0.5)
  const ticks: number[] = []
  for (let power = Math.ceil(low); power <= high; power++) ticks.push(10 ** power)
  return { at: place(low, high, cheapest, dearest, Math.log10), ticks }
}

export function yearScale(years: readonly number[], first: number, last: number, most: number): Scale {
  const [least, latest] = extent(years, 2000, 2001)
  const low = Math.floor(least)
  const high = Math.max(Math.floor(latest) + 1, low + 1)
  const step =
    [1, 2, 5, 10, 20, 50, 100, 500, 1000, 5000].find((size) => (high - low) / size <= most) ?? 10_000
  const ticks: number[] = []
  for (let year = Math.ceil(low / step) * step; year <= high; year += step) ticks.push(year)
  return { at: place(low, high, first, last, (value) => value), ticks }
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

function place(low: number, high: number, from: number, to: number, measure: (value: number) => number) {
  const unit = (to - from) / (high - low)
  return (value: number) => Math.round((from + (measure(value) - low) * unit) * 10) / 10
}
