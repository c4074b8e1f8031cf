/**
 * Limits texts that would hold the only thread, during which the site answers no page. Each piece costs about 0.05 ms,
 * so the largest text takes about 70 ms, and 100 ms the first time; without a limit, 60,000 of `*[` took twelve
 * seconds. The largest article that ships has about 450 pieces.
 */

const MAX_DEPTH = 16
/** Lines, levels of lists and quotations on each line, cells, and characters that may begin markup or a link. */
const MAX_PIECES = 1_400
const CHARACTERS_PER_PIECE = 100

/** Matches the start of a quotation or list item with its indentation. */
const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARKUP = /[*_~[\]!`<&@:\\|]|www\./gi
/** Matches the line below the heads of a table. Each row of the table is filled up to its number of cells. */
const DELIMITERS = /^[\s>*+\d.):-]*\|[\s|:-]*$/

/** A nested list item is indented by the width of its parent's marker, and by four spaces in common practice. */
const INDENT = 4
/** The least width of a list marker. */
const LEAST_INDENT = 2

interface BodyLimit {
  line: number
  message: string
}

/** '> > hello' → null; 20,000 characters of '>' → line 1, nested too deep */
export function findBodyLimit(body: string): BodyLimit | null {
  const lines = body.split(/\r\n?|\n/)
  let pieces = 0
  let columns = 0
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const markers = countMarkers(text)
    const indent = text.length - text.trimStart().length
    if (markers > 0 && markers + Math.floor(indent / INDENT) > MAX_DEPTH)
      return { line, message: `quotations or lists are nested more than ${MAX_DEPTH} deep here` }
    const marks = text.match(MARKUP)?.length ?? 0
    if (DELIMITERS.test(text)) columns = marks
    else if (text.trim() === '') columns = 0
    pieces += 1 + markers + Math.max(marks, columns)
    pieces += Math.floor(indent / LEAST_INDENT) + text.length / CHARACTERS_PER_PIECE
    if (pieces > MAX_PIECES)
      return {
        line,
        message:
          'the text has too many lines, list items, cells, links or bold words in all: split it into two articles',
      }
  }
  return null
}

function countMarkers(text: string): number {
  let markers = 0
  CONTAINER.lastIndex = 0
  while (markers <= MAX_DEPTH && CONTAINER.test(text)) markers += 1
  return markers
}
