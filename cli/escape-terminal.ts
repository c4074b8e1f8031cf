import { escapeControl } from '../app/shared/escape-control.ts'

/**
 * A value of a file or a table on one line of a terminal: what could steer the terminal or turn the line
 * round is shown by its code, and what is long is cut.
 *   'A\u001b[2J1'  is  A\u001b[2J1 in plain letters
 */
export function escapeTerminal(value: unknown, longest = 60): string {
  const text = escapeControl(String(value ?? ''))
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}
