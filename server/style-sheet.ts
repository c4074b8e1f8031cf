/** The style sheet of every page, written into each document. */
import { readFileSync } from 'node:fs'
import { STYLE_SHEET } from '../app/css-placeholder.ts'
import { hashOf } from './security/security-headers.ts'

export interface InlineCss {
  /** As the policy of a document names it. */
  hash: string
  /** The bytes of a document, with the style sheet where the application left room for it. */
  writeInto(html: string): Buffer
}

/** @param file the built style sheet */
export function openInlineCss(file: URL): InlineCss {
  const text = readFileSync(file, 'utf8').trim()
  const bytes = Buffer.from(text)
  return {
    hash: hashOf(text),
    writeInto(html) {
      const at = html.indexOf(STYLE_SHEET)
      if (at < 0) return Buffer.from(html)
      return Buffer.concat([
        Buffer.from(html.slice(0, at)),
        bytes,
        Buffer.from(html.slice(at + STYLE_SHEET.length)),
      ])
    },
  }
}
