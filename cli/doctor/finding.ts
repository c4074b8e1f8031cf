import { formatNumber } from '#shared/text/format.ts'

export interface Finding {
  /** Only an error means that the site is not ready to trade. */
  level: 'ok' | 'warning' | 'error'
  message: string
  list?: string[] | undefined
}

const findingOf =
  (level: Finding['level']) =>
  (message: string, list?: string[]): Finding => ({ level, message, list })

export const ok = findingOf('ok')
export const warn = findingOf('warning')
export const problem = findingOf('error')

/** The first lines, and how many more there are. */
export const firstOf = (lines: string[], most: number): string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${formatNumber(lines.length - most)} more`] : lines
