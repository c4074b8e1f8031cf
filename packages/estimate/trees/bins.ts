/** Trees compare bins, not values: bin k holds the values above cut k − 1 and up to cut k. */
export const MAX_BINS = 128

/** Per column, the ascending cuts between its bins: at most `MAX_BINS - 1`. */
export type Cuts = readonly Float32Array[]

/** Cuts at quantiles of the values, or between all values if there are few. */
export function findCuts(values: Float32Array): Float32Array {
  const sorted = values.slice().sort()
  const cuts: number[] = []
  const distinct = countDistinct(sorted)
  if (distinct <= MAX_BINS) {
    for (let i = 1; i < sorted.length; i++) {
      if (sorted[i] !== sorted[i - 1]) cuts.push(between(sorted[i - 1] as number, sorted[i] as number))
    }
  } else {
    for (let k = 1; k < MAX_BINS; k++) {
      const at = Math.floor((k * sorted.length) / MAX_BINS)
      const value = sorted[at] as number
      if (value === sorted[0]) continue
      let below = at - 1
      while (sorted[below] === value) below--
      const cut = between(sorted[below] as number, value)
      if (cut !== cuts.at(-1)) cuts.push(cut)
    }
  }
  return Float32Array.from(cuts)
}

/** The bin of a value: the number of cuts below it. */
export function binOf(value: number, cuts: Float32Array): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (value > (cuts[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

export function binColumn(values: Float32Array, cuts: Float32Array): Uint8Array {
  const bins = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) bins[i] = binOf(values[i] as number, cuts)
  return bins
}

function countDistinct(sorted: Float32Array): number {
  let distinct = sorted.length > 0 ? 1 : 0
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1]) distinct++
  return distinct
}

/** A 32-bit cut that is at least the lower value and below the upper one. */
function between(lower: number, upper: number): number {
  const middle = Math.fround((lower + upper) / 2)
  return middle >= upper ? lower : middle
}
