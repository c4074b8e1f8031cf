// A seeded generator gives the server and the browser the same positions.

/** Invented: none is in the stock or among the recorded sales. */
export const COLLAGE_REGISTRATIONS =
  'H41 LOW, K7 NPT, BRT 9Y, AB51 XYZ, 7 KDV, L4 RKS, FEN 62D, J9 WTR, 480 HKM, OAK 73L, M2 BRC, WY19 FLD, PLM 6, R55 HTH, 26 JVR, D8 GLN, SL22 MRE, TWD 84S, N6 FRD, 915 EKP'.split(
    ', ',
  )

interface CollagePlate {
  registration: string
  /** Percent of the collage's width and height. */
  x: number
  y: number
}

export const COLLAGE_ROTATION_DEGREES = 35
const MINIMUM_SPACING = 15
const ATTEMPTS = 50
const WIDTH = 85
const HEIGHT = 80

/** With another seed some plates may be closer than the minimum spacing; a test checks this one. */
export const COLLAGE_SEED = 334

export function placeCollage(seed: number): CollagePlate[] {
  const random = mulberry32(seed)
  const placed: CollagePlate[] = []
  for (const registration of COLLAGE_REGISTRATIONS) {
    let best = { x: 0, y: 0 }
    let bestRoom = -1
    for (let attempt = 0; attempt < ATTEMPTS && bestRoom < MINIMUM_SPACING; attempt++) {
      // Tenths of a percent keep the markup short.
      const spot = { x: Math.floor(random() * WIDTH * 10) / 10, y: Math.floor(random() * HEIGHT * 10) / 10 }
      const room = Math.min(...placed.map((other) => Math.hypot(other.x - spot.x, other.y - spot.y)))
      if (room > bestRoom) [best, bestRoom] = [spot, room]
    }
    placed.push({ registration, ...best })
  }
  return placed
}

function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
