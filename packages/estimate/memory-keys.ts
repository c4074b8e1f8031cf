// The keys under which the model stores earlier prices: registrations that share a key are alike in that respect.
import type { BestReadings } from './best-readings.ts'
import type { Shape } from './shape.ts'

export const MEMORY_KEY_KINDS = [
  'system-letters',
  'letters',
  'group',
  'first-three',
  'first-four-folded',
  'reading',
  'system-head',
  'system-first-two',
  'system-last-two',
  // The end of the registration, and the number within its format: in all four auctions that were predicted from
  // earlier ones, they increased R² by .003 to .006.
  'format-figures',
  'last-three',
  'last-four-folded',
] as const

/** One key of each kind, in the order of MEMORY_KEY_KINDS; keys of two kinds never coincide. */
export function memoryKeysOf(shape: Shape, readings: BestReadings): string[] {
  const { registration, system, letters, figures, group, head, format } = shape
  const folded = fold(registration)
  return [
    `${system}:${letters}`,
    letters,
    group,
    registration.slice(0, 3),
    folded.slice(0, 4),
    readings.top.word,
    `${system}:${head}`,
    `${system}:${registration.slice(0, 2)}`,
    `${system}:${group.slice(-2)}`,
    `${format}:${figures}`,
    registration.slice(-3),
    folded.slice(-4),
  ].map((key, kind) => `${kind}:${key}`)
}

/** The letter that each figure looks like, 0 to 9. */
const LOOKS_LIKE = 'OIZEASGTBG'

/** 'S0PH1E' → 'SOPHIE' */
export const fold = (registration: string) =>
  registration.replace(/\d/g, (figure) => LOOKS_LIKE.charAt(Number(figure)))
