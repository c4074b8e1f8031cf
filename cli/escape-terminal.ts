import { escapeControl } from '../app/shared/escape-control.ts'

/** Escapes control and bidirectional characters of a foreign value and shortens it, for one line of a terminal. */
export function escapeTerminal(value: unknown, maxLength = 60): string {
  const text = escapeControl(String(value ?? ''))
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}
