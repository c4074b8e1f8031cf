/** The style sheet of every page, written into each document. */
import { readFileSync } from 'node:fs'
import { STYLE_SHEET } from '../app/style-sheet.ts'
import { hashOf } from './security-headers.ts'

export interface StyleSheet {
  /** As the policy of a document names it. */
  hash: string
  /** Puts it where the application left room for it. */
  writeInto(html: string): string
}

/** @param file the built style sheet */
export function openStyleSheet(file: URL): StyleSheet {
  const text = readFileSync(file, 'utf8').trim()
  return {
    hash: hashOf(text),
    writeInto: (html) => html.replace(STYLE_SHEET, () => text),
  }
}
