import { csvLine } from '#shared/text/csv-cell.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { marginTerms } from '../stock/margin.ts'
import type { Route } from './+types/file'
import { NUMBERS, readNumbers, toPeriod } from './read-numbers.server.ts'

/** Downloads a table as CSV, with a byte order mark, because Excel would otherwise misread the £ sign. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  // Returns to the page of the link: a browser cannot navigate to a download.
  requireFreshSecondFactor(context, new Request(new URL('/desk/numbers', url)))
  const name = NUMBERS.find((known) => `${known}.csv` === params.file)
  if (!name) throw new Response(null, { status: 404 })
  const now = new Date()
  const period = toPeriod(url.searchParams.get('days'))
  const desk = context.get(deskContext)
  const { table } = await readNumbers(desk.client, name, { now, period, terms: marginTerms(desk) })
  const lines = [table.head, ...table.rows.map(({ cells }) => cells)].map(csvLine)
  return new Response(`\ufeff${lines.join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`,
    },
  })
}
