/** Deterministic synthetic stock: plates of every system at plausible prices. */

export interface SyntheticPlate {
  id: string
  registration: string
  priceGbp: number
  category: string | null
  description: string | null
  isFeature: boolean
}

// Without I, Q and Z, as in most systems.
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY'
const IRISH = [
  'IB',
  'IG',
  'IJ',
  'IL',
  'IW',
  'AZ',
  'BZ',
  'CZ',
  'DZ',
  'EZ',
  'FZ',
  'GZ',
  'HZ',
  'JZ',
  'OI',
  'UI',
  'XI',
]

export function makeStock(count: number, seed = 1): SyntheticPlate[] {
  const random = generator(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (from: string) => from.charAt(below(from.length))
  const letters = (length: number) => Array.from({ length }, () => pick(LETTERS)).join('')
  const number = (digits: number) => String(10 ** (digits - 1) + below(9 * 10 ** (digits - 1)))

  const shapes: [weight: number, price: number, make: () => string][] = [
    [1, 60_000, () => `${letters(1)} ${number(2)}`],
    [2, 40_000, () => `${letters(2)} ${number(1)}`],
    [4, 12_000, () => `${letters(2)} ${number(2)}`],
    [4, 11_000, () => `${number(2)} ${letters(2)}`],
    [6, 6_000, () => `${letters(3)} ${number(1)}`],
    [6, 5_500, () => `${number(1)} ${letters(3)}`],
    [8, 3_500, () => `${letters(3)} ${number(2)}`],
    [10, 2_000, () => `${letters(3)} ${number(3)}`],
    [10, 1_900, () => `${number(3)} ${letters(3)}`],
    [8, 1_500, () => `${letters(2)} ${number(4)}`],
    [6, 900, () => `${pick(LETTERS)}${IRISH[below(IRISH.length)]} ${number(4)}`],
    [20, 700, () => `${pick(YEAR_LETTERS)}${number(1 + below(3))} ${letters(3)}`],
    [12, 600, () => `${letters(3)} ${number(1 + below(3))}${pick(YEAR_LETTERS)}`],
    [16, 400, () => `${letters(2)}${String(2 + below(24)).padStart(2, '0')} ${letters(3)}`],
  ]
  const weights = shapes.reduce((sum, [weight]) => sum + weight, 0)

  const plates = new Map<string, SyntheticPlate>()
  while (plates.size < count) {
    const at = random() * weights
    let sum = 0
    const shape = shapes.find(([weight]) => {
      sum += weight
      return at < sum
    })
    if (!shape) break
    const registration = shape[2]()
    if (plates.has(registration)) continue
    plates.set(registration, {
      id: `00000000-0000-4000-8000-${String(plates.size).padStart(12, '0')}`,
      registration,
      priceGbp: Math.round((shape[1] * (0.5 + random() * 1.5)) / 50) * 50,
      category: null,
      description: plates.size % 3 === 0 ? null : `A registration made up for a test, number ${plates.size}.`,
      isFeature: plates.size % 40 === 0,
    })
  }
  return [...plates.values()].sort((a, b) => b.priceGbp - a.priceGbp)
}

// mulberry32
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
