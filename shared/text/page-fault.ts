/** Where browsers report that a page failed, as a form with the fields of `PageFault`. */
export const PAGE_FAULT_PATH = '/functions/v1/page-fault'

export interface PageFault {
  /** The kind of page, by its route: `features/plates/show`. */
  page: string
  /** The built file that failed, whose name has a hash of its release. */
  file: string
  /** What the browser's engine says. */
  message: string
}

const NAME = /^[\w./-]{1,80}$/
const MAX_MESSAGE = 160

/**
 * Null for what is no report. A message of an engine may quote what it could not read, so quotations, e-mail addresses
 * and numbers are left out: 'Unexpected token "ann@…" in line 1204' gives 'Unexpected token "…" in line …'.
 */
export function readPageFault({ page, file, message }: Record<keyof PageFault, unknown>): PageFault | null {
  const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text)
  if (!isName(page) || !isName(file) || typeof message !== 'string') return null
  const words = message
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{4,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
  return { page, file, message: words.trim().slice(0, MAX_MESSAGE) }
}
