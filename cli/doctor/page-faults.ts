import { MOST_KEPT, readPageFaults } from '#services/page-faults/page-faults.ts'
import { plural } from '#shared/text/format.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { type Finding, ok, warn } from './finding.ts'

const DAYS = 7
const DAY_MS = 86_400_000
const MAX_NAMED = 5

/** Counts pages that failed in a browser, the same one once for each report. */
export function checkPageFaults(dataDir: string): Finding {
  const since = new Date(Date.now() - DAYS * DAY_MS).toISOString()
  const recent = readPageFaults(dataDir).filter(({ at }) => at > since)
  if (recent.length === 0) return ok(`No page has failed in a browser for ${DAYS} days.`)
  const lines = recent.map(({ page, file, message }) => `${page} (${file}): ${message}`)
  const count = recent.length < MOST_KEPT ? plural(recent.length, 'page') : `${MOST_KEPT} pages or more`
  return warn(
    `${count} failed in browsers within ${DAYS} days: see “A page failed in a browser” in the log`,
    [...new Set(lines.reverse())].slice(0, MAX_NAMED).map((line) => escapeTerminal(line, 200)),
  )
}
