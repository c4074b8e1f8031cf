/**
 * A hint beside the field of a new password (ASVS 4.0.3, 2.1.8), about a hundredth of zxcvbn's size. It counts what is hard
 * to foresee, knows no words, and decides nothing: the server has the list of common passwords.
 */
const MIN_LENGTH = 12
const FAIR_BITS = 36
const STRONG_BITS = 50

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890']

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'other'

/** A letter of a word says less than one by chance. */
const BITS: Record<Kind, number> = { lower: 2.5, upper: 2.5, digit: 3, space: 1, other: 5 }
const FORESEEN_BITS = 0.5
/** Between a letter and a digit, say. */
const CHANGE_BITS = 2

export type PasswordStrength = 'too short' | 'weak' | 'fair' | 'strong'

/**
 * 'tulip' → too short, 'password1234' → weak, 'three words of mine' → fair, 'correct horse battery staple' → strong
 */
export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < MIN_LENGTH) return 'too short'
  const bits = bitsOf(characters)
  if (bits < FAIR_BITS) return 'weak'
  return bits < STRONG_BITS ? 'fair' : 'strong'
}

function bitsOf(characters: readonly string[]): number {
  let bits = 0
  for (const [index, character] of characters.entries()) {
    const kind = kindOf(character)
    const earlier = characters[index - 1]
    bits += isForeseen(characters, index) ? FORESEEN_BITS : BITS[kind]
    if (earlier !== undefined && kind !== 'space' && !['space', kind].includes(kindOf(earlier)))
      bits += CHANGE_BITS
  }
  return bits
}

function kindOf(character: string): Kind {
  if (/\p{Lu}/u.test(character)) return 'upper'
  if (/\p{L}/u.test(character)) return 'lower'
  if (/\p{N}/u.test(character)) return 'digit'
  return character === ' ' ? 'space' : 'other'
}

/** The next key, the next letter or figure, or one of a part that is repeated. */
function isForeseen(characters: readonly string[], index: number): boolean {
  const pair = characters
    .slice(Math.max(0, index - 1), index + 1)
    .join('')
    .toLowerCase()
  if (index === 0) return false
  if (pair[0] === pair[1]) return true
  const backwards = [...pair].reverse().join('')
  if (KEYBOARD.some((row) => row.includes(pair) || row.includes(backwards))) return true
  return index > 1 && characters.slice(0, index).join('').toLowerCase().includes(trioAt(characters, index))
}

const trioAt = (characters: readonly string[], index: number) =>
  characters
    .slice(index - 2, index + 1)
    .join('')
    .toLowerCase()
