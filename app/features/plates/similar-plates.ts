import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { listPlatesNear } from '#shared/plates/list-plates.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { parseRegistration } from '#shared/registration/registration.ts'

interface Priced {
  registration: string
  priceGbp: number
}

const MAX_SIMILAR = 4

/** Those of our plates; none if they cannot be read. Never throws. */
export function readSimilarPlates(
  client: BackendClient,
  plate: Priced,
  logError?: LogError,
): Promise<ListedPlate[]> {
  const similar = listPlatesNear(client, plate).then((candidates) => similarPlates(plate, candidates))
  return withFallback(similar, [], 'Error fetching similar plates', logError)
}

export function similarPlates<Plate extends Priced>(plate: Priced, candidates: readonly Plate[]): Plate[] {
  const target = traitsOf(plate)
  return candidates
    .filter(({ registration }) => registration !== plate.registration)
    .map((candidate) => ({ candidate, distance: distanceBetween(target, traitsOf(candidate)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SIMILAR)
    .map(({ candidate }) => candidate)
}

interface Traits {
  system: string | null
  /** 'AB 1' has the shape 'LL N'. */
  shape: string
  letters: string
  priceGbp: number
}

function traitsOf({ registration, priceGbp }: Priced): Traits {
  const parsed = parseRegistration(registration)
  const text = parsed.ok ? parsed.registration.text : registration.toUpperCase()
  return {
    system: parsed.ok ? parsed.registration.system : null,
    shape: text.replace(/[A-Z]/g, 'L').replace(/\d/g, 'N'),
    letters: compactOf(text).replace(/\d/g, ''),
    priceGbp,
  }
}

/** Each trait weighs about as much as a factor of two in price. */
function distanceBetween(a: Traits, b: Traits): number {
  const price = a.priceGbp > 0 && b.priceGbp > 0 ? Math.abs(Math.log2(a.priceGbp / b.priceGbp)) : 2
  const system = a.system === b.system ? 0 : 1
  const shape = a.shape === b.shape ? 0 : 0.75
  const letters =
    a.letters === b.letters
      ? -1.5
      : a.letters.length > 1 && sharesAdjacentLetters(a.letters, b.letters)
        ? -0.75
        : 0
  return price + system + shape + letters
}

function sharesAdjacentLetters(a: string, b: string): boolean {
  for (let i = 0; i + 2 <= a.length; i++) if (b.includes(a.slice(i, i + 2))) return true
  return false
}
