import { retentionLimit } from '#services/enquiries/retention.ts'
import { listSearchedTerms, type SearchedTerm } from '#services/unmet-searches/unmet-search-store.ts'
import {
  MIN_SEARCHES,
  SEARCHED_LISTS,
  type SearchedList,
  UNMET_SEARCH_MONTHS,
} from '#shared/list/unmet-search.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { columns, command, type Group } from '../define-command.ts'
import { UsageError } from '../errors.ts'

const LIST_NAMES: Record<SearchedList, string> = {
  stock: 'stock',
  uk: 'UK sales',
  jersey: 'Jersey sales',
  site: 'whole site',
}

const searches = command({
  name: '',
  summary: 'list what visitors searched for and did not find, most searched first',
  details: [
    `Only the letters and digits of a search are counted, by day, and nothing about the visitor. A term is listed from`,
    `${MIN_SEARCHES} searches on. Counts are removed after ${UNMET_SEARCH_MONTHS} months.`,
  ].join('\n'),
  examples: ['searches', 'searches --since 2026-11-01', 'searches --csv > searches.csv'],
  options: {
    since: { type: 'string', value: 'date', help: 'only from this day on, such as 2026-11-01 (UTC)' },
    csv: { type: 'boolean', help: 'as CSV' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  async run({ values, terminal, backend }) {
    if (values.csv && values.json) throw new UsageError('Choose --csv or --json.')
    // Older rows may still be there until retention runs.
    const oldest = retentionLimit(new Date(), UNMET_SEARCH_MONTHS).toISOString().slice(0, 10)
    const since = readDay(values.since) ?? oldest
    const terms = await listSearchedTerms(backend().client, since > oldest ? since : oldest)
    if (values.json) return terminal.out(JSON.stringify(terms.map(toRecord), null, 2))
    if (values.csv) {
      const lines = [csvLine(['term', 'searches', ...SEARCHED_LISTS, 'last_day'])]
      for (const term of terms) lines.push(csvLine(Object.values(toRecord(term))))
      return terminal.out(lines.map((line) => line.trimEnd()).join('\n'))
    }
    const rows = terms.map((term) => [term.term, describe(term)])
    if (rows.length > 0) for (const line of columns(rows)) terminal.out(line)
    terminal.note(
      `${plural(terms.length, 'term')} searched at least ${MIN_SEARCHES} times without a result since ${since > oldest ? since : oldest}.`,
    )
  },
})

const toRecord = ({ term, searches, lists, lastDay }: SearchedTerm) => ({
  term,
  searches,
  ...Object.fromEntries(SEARCHED_LISTS.map((list) => [list, lists[list] ?? 0])),
  last_day: lastDay,
})

function describe({ searches, lists, lastDay }: SearchedTerm): string {
  const places = SEARCHED_LISTS.flatMap((list) => {
    const count = lists[list]
    return count ? [`${LIST_NAMES[list]} ${formatNumber(count)}`] : []
  })
  return `${formatNumber(searches).padStart(7)}  ${lastDay}  ${places.join(', ')}`
}

function readDay(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(`${given}T00:00:00Z`)))
    throw new UsageError('--since needs a day such as 2026-11-01.')
  return given
}

export const searchesCommand: Group = { name: 'searches', summary: searches.summary, commands: [searches] }
