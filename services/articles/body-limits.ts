/**
 * Limits texts that would block the parser for minutes, during which the site answers no page. Parsing time grows with
 * the square of these numbers: 20,000 `>` took six seconds, and 60,000 of `*[` more than twelve.
 */

const MAX_DEPTH = 16
const MAX_LINES = 5_000
const MAX_HEADINGS = 500
const MAX_CELLS = 5_000
/** The number of emphasis, link and similar markers in one paragraph. */
const MAX_MARKS = 1_000

/** Matches the start of a quotation or list item with its indentation. */
const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
/** Matches an empty line, a table row or a list item. */
const BEGINS_A_PARAGRAPH = /^[ \t]*(?:$|\||(?:[-+*]|\d{1,9}[.)])[ \t])/

/** A nested list item is indented by the width of its parent's marker, and by four spaces in common practice. */
const INDENT = 4

interface BodyLimit {
  line: number
  message: string
}

/** '> > hello' → null; 20,000 characters of '>' → line 1, nested too deep */
export function findBodyLimit(body: string): BodyLimit | null {
  const lines = body.split(/\r\n?|\n/)
  let headings = 0
  let cells = 0
  let marks = 0
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    if (line > MAX_LINES)
      return { line, message: `the text has more than ${MAX_LINES} lines: split it into two articles` }
    if (depthOf(text) > MAX_DEPTH)
      return { line, message: `quotations or lists are nested more than ${MAX_DEPTH} deep here` }
    if (/^[\s>]*(?:#{1,6}(?:\s|$)|=+\s*$|-+\s*$)/.test(text)) headings += 1
    if (headings > MAX_HEADINGS)
      return { line, message: `the text has more than ${MAX_HEADINGS} headings: split it into two articles` }
    cells += count(text, '|')
    if (cells > MAX_CELLS)
      return { line, message: `the tables have more than ${MAX_CELLS} cells in all: make them smaller` }
    if (BEGINS_A_PARAGRAPH.test(text)) marks = 0
    marks += text.match(/[*_~[\]!`<&]/g)?.length ?? 0
    if (marks > MAX_MARKS)
      return {
        line,
        message: 'this paragraph has too many links or bold words: split it with an empty line',
      }
  }
  return null
}

function depthOf(text: string): number {
  let markers = 0
  CONTAINER.lastIndex = 0
  while (markers <= MAX_DEPTH && CONTAINER.test(text)) markers += 1
  const indent = text.length - text.trimStart().length
  return markers === 0 ? 0 : markers + Math.floor(indent / INDENT)
}

const count = (text: string, character: string): number => text.split(character).length - 1
