// Decides which marks a person accepts for a name. Independent of the engine's table and algorithm, so that it can
// disagree with them.

/** Resemblances that need no explanation. */
const CLEARLY: Record<string, string[]> = {
  0: ['O'],
  1: ['I', 'L'],
  2: ['Z'],
  3: ['E'],
  4: ['A'],
  5: ['S'],
  6: ['G'],
  7: ['T', 'Y'],
  8: ['B', 'ATE'],
  11: ['H', 'U', 'N'],
  12: ['R'],
  13: ['B'],
  U: ['V'],
  V: ['U'],
}

/** Shorter names keep all their vowels. */
const MIN_LENGTH_WITHOUT_VOWEL = 6

/**
 * Every letter of the name is covered, in order, by a character that equals or clearly resembles it, and at most one
 * character is beside or between them. Two equal adjacent letters may share one; a name of six letters or more may lack
 * one vowel except as its first letter. 'SOP111E' reads as SOPHIE, 'W1LAM' as WILLIAM, 'P1AUL' as PAUL; 'SOP1' does not
 * read as SOPHIE, nor 'B3N11' as BEN.
 */
export function isAccepted(compact: string, name: string): boolean {
  const vowels = name.length >= MIN_LENGTH_WITHOUT_VOWEL ? 1 : 0
  const walk = (i: number, j: number, besideLeft: number, vowelsLeft: number): boolean => {
    if (i === compact.length && j === name.length) return true
    if (j < name.length) {
      for (const length of [1, 2]) {
        const part = compact.slice(i, i + length)
        if (part.length < length) continue
        for (const letters of [...(length === 1 ? [part] : []), ...(CLEARLY[part] ?? [])])
          if (name.startsWith(letters, j) && walk(i + length, j + letters.length, besideLeft, vowelsLeft))
            return true
      }
      if (j > 0 && name[j] === name[j - 1] && walk(i, j + 1, besideLeft, vowelsLeft)) return true
      if (j > 0 && vowelsLeft > 0 && 'AEIOU'.includes(name[j] as string))
        if (walk(i, j + 1, besideLeft, vowelsLeft - 1)) return true
    }
    return i < compact.length && besideLeft > 0 && walk(i + 1, j, besideLeft - 1, vowelsLeft)
  }
  return walk(0, 0, 1, vowels)
}
