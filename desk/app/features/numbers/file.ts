import { isMonth } from '#services/london-time.ts'
import { type AccountRow, readAccounts } from '#services/numbers/accounts.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import { deskContext, orNotFound, requireFreshSecondFactor } from '../../context.ts'
import { marginTerms } from '../stock/margin.ts'
import type { Route } from './+types/file'
import { NUMBERS, readNumbers, toPeriod } from './read-numbers.server.ts'

/** Downloads a table as CSV, with a byte order mark, because Excel would otherwise misread the £ sign. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  // Returns to the page of the link: a browser cannot navigate to a download.
  requireFreshSecondFactor(context, new URL('/desk/numbers', url))
  const desk = context.get(deskContext)
  if (params.file === 'accounts.csv') {
    const month = url.searchParams.get('month') ?? ''
    if (!isMonth(month)) throw new Response(null, { status: 404 })
    const rows = await readAccounts(desk.database, month)
    return toFile(`accounts-${month}`, [ACCOUNT_HEAD, ...rows.map(toCells)])
  }
  const name = orNotFound(NUMBERS.find((known) => `${known}.csv` === params.file))
  const now = new Date()
  const period = toPeriod(url.searchParams.get('days'))
  const { table } = await readNumbers(desk, name, { now, period, terms: marginTerms(desk) })
  const lines = [table.head, ...table.rows.map(({ cells }) => cells)]
  return toFile(`${name}-${now.toISOString().slice(0, 10)}`, lines)
}

const ACCOUNT_HEAD = ['Date', 'What', 'Registration', 'Name', 'Invoice number', 'Amount in pounds', 'Method']

const toCells = ({ day, kind, registration, name, invoiceNumber, amountPence, method }: AccountRow) => [
  ...[day, kind, registration, name, invoiceNumber],
  amountPence === null ? null : amountPence / 100,
  method,
]

const toFile = (name: string, lines: readonly (readonly unknown[])[]) =>
  new Response(`\ufeff${lines.map(csvLine).join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
  })
