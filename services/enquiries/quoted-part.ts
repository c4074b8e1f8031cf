/**
 * 'On Mon, 23 Nov 2026 at 10:14, Plateworthy <hello@…> wrote:', which mail programs break into up to three lines. An iPhone marks
 * it like the quotation.
 */
const ATTRIBUTION = /\n(?:> ?)?On [^\n]*(?:\n(?!\s*\n)[^\n]*){0,2}?\bwrote:[ \t\u00a0]*(?=\n|$)/g

/** What Outlook, Samsung and others put above the e-mail that they quote: a line, and three or more of its headers. */
const HEADERS =
  /\n(?:[ \t]*(?:_{5,}|-{2,} ?Original Message ?-{2,})[ \t]*\n\s*)?(?:[ \t]*\*?(?:From|Sent|Date|To|Cc|Subject|Reply-To|Importance):\*?[^\n]*(?:\n|$)){3,}/gi

/** Whoever says so has answered between the lines of the quotation. */
const ANSWERS_BELOW =
  /\b(?:see|answer(?:s|ed)?|repl(?:y|ies|ied)|comment(?:s|ed)?|respon(?:se|ses|ded)|note[ds]?|please find)\b[^\n.]{0,40}\b(?:below|inline|in ?line|underneath|beneath|in (?:red|blue|green|bold|caps|capitals|the text))\b/i

/**
 * A pasted reply without the e-mail of ours that it quotes at its end, if that is certain: after 'On … wrote:' nothing but lines
 * that begin with '>', or no such line where the sender is one of ours. Everything else is kept as it is.
 * @param ours the firm's addresses and its name
 */
export function withoutQuotedPart(text: string, ours: readonly string[]): string {
  const names = ours.map((name) => name.toLowerCase())
  const isOurs = (line: string) => names.some((name) => line.toLowerCase().includes(name))
  const beforeAttribution = placesOf(text, ATTRIBUTION).map(({ 0: found, index }) => {
    const lines = filledLines(text.slice(index + found.length))
    const isMarked = lines.length > 0 && lines.every((line) => line.startsWith('>'))
    // A person may write “On Monday you wrote:”, and go on.
    const isProgram = /\d[:.]\d\d/.test(found) && isOurs(found)
    const isPlain = isProgram && lines.length > 0 && lines.every((line) => !line.startsWith('>'))
    return { own: text.slice(0, index).trim(), isMarked, isPlain }
  })
  const beforeHeaders = placesOf(text, HEADERS).map(({ 0: found, index }) => {
    const from = /^[ \t]*\*?From:.*$/im.exec(found)?.[0] ?? ''
    const hasDate = /^[ \t]*\*?(?:Sent|Date):/im.test(found)
    return { own: text.slice(0, index).trim(), isMarked: false, isPlain: hasDate && isOurs(from) }
  })
  const ends = [...beforeAttribution, ...beforeHeaders]
    .filter(({ own, isMarked, isPlain }) => own !== '' && (isMarked || (isPlain && !ANSWERS_BELOW.test(own))))
    .map(({ own }) => own)
  // An Outlook quotes an e-mail that quotes another: all from the first one on is theirs no more.
  return ends.sort((one, other) => one.length - other.length)[0] ?? text
}

/** A conversation that is quoted in whole has no more. */
const MAX_PLACES = 50

const placesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].slice(0, MAX_PLACES)

const filledLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
