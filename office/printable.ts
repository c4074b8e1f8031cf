/**
 * A value of a file or a table on one line of a terminal: what could steer the terminal or turn the line
 * round is shown by its code, and what is long is cut.
 *   'A\u001b[2J1'  is  A\u001b[2J1 in plain letters
 */
export function printable(value: unknown, longest = 60): string {
  const text = String(value ?? '').replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}
