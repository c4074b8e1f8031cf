// Titles as outlines, made at build time, so that the server needs no fonts to draw Open Graph images.

import { readFileSync } from 'node:fs'
import opentype, { type Command, type Font } from 'opentype.js'
import type { SetTitle } from '#shared/articles/article.ts'

const TITLE_LINE_HEIGHT = 1.12
const MAX_LINES = 4

/** Uses the largest size that fits in three lines of `width`, or else four lines of the smallest. */
export function titleSetter(fontFile: string): (title: string, width: number, sizes: number[]) => SetTitle {
  const { buffer, byteOffset, byteLength } = readFileSync(fontFile)
  const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
  return (text, width, sizes) => {
    // The typeface has Latin letters; others would be drawn as boxes.
    const title = [...text].filter((char) => /\s/.test(char) || font.charToGlyphIndex(char) > 0).join('')
    const settings = sizes.map((size) => ({ size, lines: breakLines(font, title, width, size) }))
    const chosen = settings.find(({ lines }) => lines.length < MAX_LINES) ?? settings.at(-1)
    if (!chosen) throw new Error('A title needs a size to be set in')
    const lines = chosen.lines.slice(0, MAX_LINES)
    const path = lines
      .flatMap(
        (line, index) => font.getPath(line, 0, index * chosen.size * TITLE_LINE_HEIGHT, chosen.size).commands,
      )
      .map(writeCommand)
      .join('')
    return { path, lines: lines.length, size: chosen.size }
  }
}

/** opentype.js's own serialisation drops the space before a number that rounds to -0. */
function writeCommand({ type, x1, y1, x2, y2, x, y }: Command): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((number) => number !== undefined)
  return type + numbers.map((number) => Number(number.toFixed(1))).join(' ')
}

function breakLines(font: Font, text: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line !== undefined && font.getAdvanceWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
