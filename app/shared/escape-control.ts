/**
 * Control characters (C0, DEL, C1), format characters (bidirectional marks and overrides, zero-width characters),
 * line and paragraph separators, and halves of surrogate pairs: they steer a terminal, or make a line look like
 * another one or like two.
 */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const CONTROL_BUT_LINE_FEED = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Nearly every text: looked at in a tenth of the time. */
const PLAIN = /^[ -~]*$/

/**
 * The text with such characters written as in JSON, which leaves JSON valid and of the same value.
 *   'A\u001b[2J1'  becomes  A\u001b[2J1 in plain letters
 *   '\u{e0001}'    becomes  \udb40\udc01 in plain letters
 */
export function escapeControl(text: string): string {
  return PLAIN.test(text) ? text : text.replace(CONTROL, escaped)
}

/** The same for a text of several lines. */
export function escapeControlInLines(text: string): string {
  return PLAIN.test(text) ? text : text.replace(CONTROL_BUT_LINE_FEED, escaped)
}

const escaped = (character: string) =>
  character
    .split('') // by UTF-16 units
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
