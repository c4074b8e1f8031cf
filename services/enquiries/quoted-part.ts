/** 'On Mon, 23 Nov 2026 at 10:14, Plateworthy <hello@…> wrote:', which mail programs break into up to three lines. */
const ATTRIBUTION = /\nOn [^\n]*(?:\n(?!>)[^\n]+){0,2}\bwrote:[ \t]*(?=\n)/g

/**
 * A pasted reply without the e-mail that it quotes at its end, if that is certain: 'On … wrote:' and from there on only
 * lines that begin with '>'. Everything else is kept as it is.
 */
export function withoutQuotedPart(text: string): string {
  for (const { 0: found, index } of text.matchAll(ATTRIBUTION)) {
    const quoted = text
      .slice(index + found.length)
      .split('\n')
      .filter((line) => line.trim() !== '')
    const own = text.slice(0, index).trim()
    if (own !== '' && quoted.length > 0 && quoted.every((line) => line.startsWith('>'))) return own
  }
  return text
}
