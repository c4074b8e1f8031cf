import { parseRegistration } from '#shared/registration/registration.ts'

/** The kinds of registration that are bought and sold under the same law. Northern Irish ones count as dateless. */
export type PlateSystem = 'dateless' | 'suffix' | 'prefix' | 'current'

/** A registration as a dealer sees it: B16 SAM is SAM with the number 16, dated by its B. */
export interface PlateParts {
  text: string
  compact: string
  system: PlateSystem
  isNorthernIrish: boolean
  /** The letters that people buy: SAM of SAM 1, B16 SAM, SAM 4M and AB12 SAM. */
  letters: string
  number: number
  /** Letters for age or place: B of B16 SAM, M of SAM 4M, AB of AB12 SAM; empty for a dateless one. */
  dateLetters: string
  /** 'A9AAA' for B1 SAM. */
  shape: string
}

/** 'b16sam' → SAM, 16, B; null for registrations that are not traded: Q, trade, diplomatic, island registrations */
export function platePartsOf(registration: string): PlateParts | null {
  const parsed = parseRegistration(registration)
  if (!parsed.ok) return null
  const { system, text, compact, letters, digits } = parsed.registration
  const common = { text, compact, number: Number(digits), shape: shapeOf(compact), isNorthernIrish: false }
  switch (system) {
    case 'dateless':
      return { ...common, system, letters, dateLetters: '' }
    case 'northern-ireland':
      return { ...common, system: 'dateless', isNorthernIrish: true, letters, dateLetters: '' }
    case 'suffix':
      return { ...common, system, letters: letters.slice(0, 3), dateLetters: letters.slice(3) }
    case 'prefix':
      return { ...common, system, letters: letters.slice(1), dateLetters: letters.slice(0, 1) }
    case 'current':
      return { ...common, system, letters: letters.slice(2), dateLetters: letters.slice(0, 2) }
    default:
      return null
  }
}

const shapeOf = (compact: string) => compact.replace(/[A-Z]/g, 'A').replace(/\d/g, '9')
