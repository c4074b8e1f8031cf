/** Finds the sale that a command is about, by registration and, if there are several, by further options. */
import { readMonth, readYear } from '#services/import/rows/fields.ts'
import { type Row, type TableSpec, tableSpecs } from '#services/import/rows/table-specs.ts'
import { describeSale } from '#services/sales/describe-sale.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { MAX_REGISTRATION_LENGTH } from '#shared/registration/max-length.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { columns } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'
import { labelErrors } from './parse-options.ts'

/** Options that choose one of several sales of a registration. */
export const SALE_OPTIONS = {
  year: { type: 'string', value: 'year', help: 'the sale of this year' },
  month: { type: 'string', value: 'month', help: 'the sale of this month: 1 to 12, or its name' },
  seller: {
    type: 'string',
    value: 'name',
    help: 'the sale by this auction house or dealer, or a part of its name',
  },
  id: {
    type: 'string',
    value: 'id',
    help: 'the sale with this id, or the beginning of it, as listed when there are several',
  },
} as const

type SaleChoice = { [K in keyof typeof SALE_OPTIONS]?: string }

const MAX_SALES = 200
const MIN_ID_LENGTH = 4
const SHORT_ID_LENGTH = 8

/** @throws CliError if no sale or several match, and the terminal cannot ask */
export async function findSale(
  client: BackendClient,
  table: TableSpec,
  registration: string,
  { choice, terminal }: { choice: SaleChoice; terminal: Terminal },
): Promise<Row> {
  const matches = readChoice(choice)
  const sales = await salesOf(client, table, registration)
  const [{ plate_number: stored }] = sales as [Row, ...Row[]]
  const chosen = sales.filter(matches)
  if (chosen.length === 0) {
    listSales(terminal, sales)
    throw new CliError(
      `${sales.length === 1 ? 'The only recorded sale' : 'None of the recorded sales'} of ${escapeTerminal(stored)} ${sales.length === 1 ? 'does not match' : 'matches'} --year, --month, --seller and --id: see the list above.`,
    )
  }
  const [first, ...others] = chosen as [Row, ...Row[]]
  if (others.length === 0) return first
  listSales(terminal, chosen)
  const several = `${plural(chosen.length, table.one, table.many)} of ${escapeTerminal(stored)}`
  if (!terminal.isInteractive)
    throw new UsageError(
      `There are ${several}, listed above: choose one with --year, --month, --seller or --id.`,
    )
  const id = await terminal.ask(`There are ${several}. Which one? Its id:`)
  return findSale(client, table, String(stored), { choice: { ...choice, id }, terminal })
}

/** @throws UsageError */
function readChoice({ year, month, seller, id }: SaleChoice): (row: Row) => boolean {
  const saleYear = year === undefined ? null : labelErrors('--year', () => readYear(year))
  const saleMonth = month === undefined ? null : labelErrors('--month', () => readMonth(month))
  if (id !== undefined && !new RegExp(`^[0-9a-f-]{${MIN_ID_LENGTH},36}$`, 'i').test(id.trim()))
    throw new UsageError(
      `--id needs the id of a sale, or its first ${MIN_ID_LENGTH} characters or more: digits, a to f and hyphens.`,
    )
  return (row) =>
    (saleYear === null || row.sale_year === saleYear) &&
    (saleMonth === null || row.sale_month === saleMonth) &&
    (seller === undefined || includesName(row.where_sold, seller)) &&
    (id === undefined || String(row.id).startsWith(id.trim().toLowerCase()))
}

const includesName = (whereSold: unknown, name: string) =>
  String(whereSold ?? '')
    .toLowerCase()
    .includes(name.trim().toLowerCase())

/** @throws CliError if there is none */
async function salesOf(client: BackendClient, table: TableSpec, registration: string): Promise<Row[]> {
  const found = await readBySpelling(client, table, registration)
  if (found.length > 0) return found
  const parsed = parseRegistration(registration, table.hint)
  throw new CliError(
    `There is no sale of ${escapeTerminal(parsed.ok ? parsed.registration.text : registration.trim())} among ${describeTable(table)}.${await suggest(client, table, registration)}`,
  )
}

/** The sales of a registration in any spelling, latest first. */
async function readBySpelling(client: BackendClient, table: TableSpec, registration: string): Promise<Row[]> {
  if (registration.length > MAX_REGISTRATION_LENGTH || registration.includes('\0')) return []
  const parsed = parseRegistration(registration, table.hint)
  const written = cleanLine(registration).toUpperCase()
  const spellings = new Set([registration, written, ...(parsed.ok ? [parsed.registration.text] : [])])
  for (const spelling of spellings) {
    const found = await readSales(client, table, spelling)
    if (found.length > 0) return found
  }
  return []
}

async function readSales(client: BackendClient, table: TableSpec, plateNumber: string): Promise<Row[]> {
  const { data, error, status } = await client
    .from(table.name)
    .select('*')
    .eq('plate_number', plateNumber)
    .order('sale_year', { ascending: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(MAX_SALES)
  if (error) throw new DataError(error, status)
  return data as Row[]
}

const describeTable = ({ name }: TableSpec) => (name === 'jersey_sales' ? "Jersey's sales" : 'the UK sales')

/** ' Did you mean AB 1 or AB 2?', a pointer to the other table, or ''. */
async function suggest(client: BackendClient, table: TableSpec, registration: string): Promise<string> {
  const isJersey = table.name === 'jersey_sales'
  const other = isJersey ? tableSpecs.sales : tableSpecs.jersey_sales
  if ((await readBySpelling(client, other, registration)).length > 0)
    return ` It is among ${describeTable(other)}: ${isJersey ? 'leave out' : 'add'} --jersey.`
  const typed = compact(registration)
  if (typed.length < 2 || typed.length > MAX_SUGGESTED_LENGTH) return ''
  const near = (await similar(client, table, typed)).slice(0, MAX_SUGGESTED)
  return near.length === 0 ? '' : ` Did you mean ${formatList(near).replace(' and ', ' or ')}?`
}

const MAX_SUGGESTED = 3
/** The contract allows ten patterns per request. */
const MAX_SUGGESTED_LENGTH = 9

const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Recorded registrations within one wrong, missing, additional or swapped character, closest first. */
async function similar(client: BackendClient, table: TableSpec, typed: string): Promise<string[]> {
  // Each pattern omits one character and allows any others between the rest; the distance then decides.
  const patterns = new Set(
    [...typed].map((_, index) => [...typed.slice(0, index), ...typed.slice(index + 1)].join('*')),
  )
  const { data, error, status } = await client
    .from(table.name)
    .select('plate_number')
    .or([...patterns].map((pattern) => `plate_number.ilike.*${pattern}*`).join())
    .order('plate_number')
    .limit(1000)
  if (error) throw new DataError(error, status)
  const registrations = new Set((data as Row[]).map(({ plate_number }) => String(plate_number)))
  return [...registrations]
    .map((text) => ({ text: escapeTerminal(text), distance: editDistance(typed, compact(text)) }))
    .filter(({ distance }) => distance <= 1)
    .sort((a, b) => a.distance - b.distance)
    .map(({ text }) => text)
}

/** The number of wrong, missing, additional or swapped characters (optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= one.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      ;(rows[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}

function listSales(terminal: Terminal, sales: readonly Row[]): void {
  const length = shortIdLength(sales)
  for (const line of columns(sales.map((row) => [String(row.id).slice(0, length), describeSale(row)])))
    terminal.note(line)
}

/** Ids of imported rows begin with the time and may share their first characters. */
function shortIdLength(sales: readonly Row[]): number {
  const ids = sales.map(({ id }) => String(id))
  for (let length = SHORT_ID_LENGTH; length < 36; length++)
    if (new Set(ids.map((id) => id.slice(0, length))).size === ids.length) return length
  return 36
}
