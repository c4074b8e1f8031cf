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
