// How much more or less than their base estimate similar lots made at earlier auctions.
import { hashText } from './random.ts'

/** Keys with fewer sales are not saved with a model, because their sum would reveal a price. */
export const LEAST_SALES_OF_KEY = 3

/** Shrinkage: each sum counts as if it included this many sales with a residual of zero. */
const SHRINKAGE = 5

/** Columns per key: the mean residual, and the number of lots behind it. */
export const COLUMNS_PER_KEY = 2

/** The memory of a model: parallel arrays sorted by hashed key. */
export interface Memory {
  hashes: Float64Array
  /** The sum of residuals (log price minus base estimate). */
  sums: Float32Array
  priced: Uint16Array
  /** Includes the lots of truncated lists. */
  counted: Uint16Array
}

/** A key hashed to 40 bits. `kind` separates keys with the same text. */
export const hashKey = (kind: number, key: string): number =>
  hashText(key, kind + 1) * 256 + (hashText(key, kind + 101) & 255)

export const shrunkResidual = (sum: number, priced: number): number => sum / (priced + SHRINKAGE)

/** The index of a hash in sorted ones, or -1. */
export function indexOfHash(hashes: Float64Array | Uint32Array, hash: number): number {
  let low = 0
  let high = hashes.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = hashes[middle] as number
    if (found === hash) return middle
    if (found < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}

interface Remembered {
  /** Sorted by month; lots of the same month do not use each other. */
  months: Int32Array
  /** Per lot, `keysPerLot` hashed keys. */
  keys: Float64Array
  keysPerLot: number
  /** The log price minus the base estimate; NaN for lots that are counted but not priced. */
  residuals: Float64Array
}

interface RememberedColumns {
  /** `COLUMNS_PER_KEY` columns per key. */
  columns: Float32Array[]
  memory: Memory
}

/** The memory before the auction of each lot, and after the last auction. */
export function rememberLots({ months, keys, keysPerLot, residuals }: Remembered): RememberedColumns {
  const ids = new Map<number, number>()
  const idOfKey = new Int32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number
    let id = ids.get(key)
    if (id === undefined) {
      id = ids.size
      ids.set(key, id)
    }
    idOfKey[i] = id
  }
  const sums = new Float64Array(ids.size)
  const priced = new Uint32Array(ids.size)
  const counted = new Uint32Array(ids.size)
  const columns = Array.from({ length: keysPerLot * COLUMNS_PER_KEY }, () => new Float32Array(months.length))
  for (let from = 0; from < months.length; ) {
    let to = from
    while (to < months.length && months[to] === months[from]) to++
    for (let lot = from; lot < to; lot++) {
      for (let kind = 0; kind < keysPerLot; kind++) {
        const id = idOfKey[lot * keysPerLot + kind] as number
        // The saved model will not contain such keys, so the trees must not learn to rely on them.
        if ((priced[id] as number) < LEAST_SALES_OF_KEY) continue
        const means = columns[COLUMNS_PER_KEY * kind] as Float32Array
        const counts = columns[COLUMNS_PER_KEY * kind + 1] as Float32Array
        means[lot] = shrunkResidual(sums[id] as number, priced[id] as number)
        counts[lot] = Math.log1p(counted[id] as number)
      }
    }
    for (let at = from * keysPerLot; at < to * keysPerLot; at++) {
      const residual = residuals[Math.floor(at / keysPerLot)] as number
      const id = idOfKey[at] as number
      counted[id] = (counted[id] as number) + 1
      if (Number.isNaN(residual)) continue
      sums[id] = (sums[id] as number) + residual
      priced[id] = (priced[id] as number) + 1
    }
    from = to
  }
  return { columns, memory: prune(ids, sums, priced, counted) }
}

function prune(
  ids: Map<number, number>,
  sums: Float64Array,
  priced: Uint32Array,
  counted: Uint32Array,
): Memory {
  const shared = [...ids].filter(([, id]) => (priced[id] as number) >= LEAST_SALES_OF_KEY)
  shared.sort(([one], [other]) => one - other)
  return {
    hashes: Float64Array.from(shared, ([hash]) => hash),
    sums: Float32Array.from(shared, ([, id]) => sums[id] as number),
    priced: Uint16Array.from(shared, ([, id]) => Math.min(65_535, priced[id] as number)),
    counted: Uint16Array.from(shared, ([, id]) => Math.min(65_535, counted[id] as number)),
  }
}
