// These can control a terminal or forge a log line: control and format characters (bidirectional overrides, zero-width
// characters), line and paragraph separators, and lone surrogates.
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const CONTROL_BUT_LINE_FEED = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const PLAIN = /^[ -~]*$/

/** Escapes such characters as JSON does, so that JSON stays valid and keeps its value. */
export function escapeControl(text: string): string {
  return PLAIN.test(text) ? text : text.replace(CONTROL, escaped)
}

export function escapeControlInLines(text: string): string {
  return PLAIN.test(text) ? text : text.replace(CONTROL_BUT_LINE_FEED, escaped)
}

const escaped = (character: string) =>
  character
    .split('') // by UTF-16 units
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Escapes a foreign value and shortens it, for one line of a message. */
export function escapeLine(value: unknown, maxLength = 60): string {
  const text = escapeControl(String(value ?? ''))
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}
