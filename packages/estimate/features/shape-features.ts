import { LEARNT_SYSTEMS, type Shape } from '../shape.ts'

const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY'

/** The system and the counts of characters, before any reading. */
export function shapeFeatures(shape: Shape) {
  const { system, letters, figures, registration, yearLetter } = shape
  return {
    system: LEARNT_SYSTEMS.indexOf(system),
    characterCount: registration.length,
    letterCount: letters.length,
    figureCount: figures.length,
    startsWithLetter: Number(registration.charCodeAt(0) >= 65),
    groupLength: shape.group.length,
    yearLetter: yearLetter === '' ? -1 : YEAR_LETTERS.indexOf(yearLetter),
    ageHalfYears: system === 'current' ? halfYearsSince2001(Number(figures)) : -1,
    // A few characters of few kinds are rare and look clean.
    distinctCharacters: new Set(registration).size,
    isOneLetterOneFigure: Number(letters.length === 1 && figures.length === 1),
  }
}

/** The age identifier of a current registration as half-years since September 2001: 51 → 0, 02 → 1, 52 → 2. */
function halfYearsSince2001(identifier: number): number {
  return identifier > 50 ? 2 * (identifier - 51) : 2 * (identifier - 2) + 1
}
