// Every text that comes in is cleaned here, from forms, lists and searches alike. Text that people paste carries
// characters that nobody sees: directional marks around a telephone number, zero-width spaces, a byte order mark. They
// are removed instead of refused, so that nobody types a long message again. What remains has no line break in a single
// line, which is also what keeps a name out of the headers of an e-mail.

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const CONTROLS = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}/gu
/** Emoji need variation selectors, joiners and tags, and Persian its non-joiner, between characters beyond ASCII. */
const INVISIBLE = /(?!\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu
const isBeyondAscii = (character: string | undefined) => character !== undefined && character > '\x7f'

/** As `toWellFormed` of text, which some supported browsers lack: a half of a surrogate pair becomes '\ufffd'. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** 'a\u2028b\u200b' gives 'a\nb'. White space stays as it is, for Markdown. */
export function cleanSource(text: string): string {
  return wellFormed(text)
    .replace(LINE_BREAKS, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, (character, at: number, whole: string) => {
      const isJoiner = character === '\u200c' || character === '\u200d'
      return isJoiner && isBeyondAscii(whole[at - 1]) && isBeyondAscii(whole[at + 1]) ? character : ''
    })
}

/** As `cleanSource`, without white space at both ends. */
export const cleanText = (text: string): string => cleanSource(text).trim()

/** As `cleanText`, on one line: '\u202d+44 7700\u202c' gives '+44 7700', and 'Ann\tLee' gives 'Ann Lee'. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')
