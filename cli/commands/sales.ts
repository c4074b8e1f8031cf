import { DataError } from '../../app/shared/backend/data-error.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { formatGbp } from '../../app/shared/money.ts'
import { columns, command, type Group } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { dvlaResults } from '../import/auction/format.ts'
import type { ListFormat } from '../import/run.ts'
import { rowFromOptions } from '../rows/parse-options.ts'
import { type Row, tableSpecs } from '../rows/table-specs.ts'
import { exportCommand, importCommand } from './files.ts'
import { editSale, listCorrections, PUBLISH_SALES, removeSale } from './sale-corrections.ts'

const JERSEY = {
  jersey: { type: 'boolean', help: "Jersey's sales instead of the United Kingdom's" },
} as const

const pick = (values: { jersey?: unknown }) =>
  values.jersey === true ? tableSpecs.jersey_sales : tableSpecs.sales

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

const list = command({
  name: 'list',
  summary: 'list the sales, latest first',
  examples: ['sales list', 'sales list --search VIP --limit 10', 'sales list --jersey'],
  options: {
    ...JERSEY,
    search: {
      type: 'string',
      value: 'letters',
      help: 'only registrations that contain these letters or digits',
    },
    year: { type: 'string', value: 'year', help: 'only sales of this year' },
    limit: {
      type: 'string',
      value: 'number',
      help: `the number of sales (${DEFAULT_LIMIT}, at most ${formatNumber(MAX_LIMIT)})`,
    },
    json: { type: 'boolean', help: 'every column, as JSON' },
  },
  async run({ values, terminal, backend }) {
    const table = pick(values)
    const limit = wholeNumber('--limit', values.limit ?? String(DEFAULT_LIMIT), MAX_LIMIT)
    let query = backend()
      .client.from(table.name)
      .select('*', { count: 'exact' })
      .order('sale_year', { ascending: false, nullsFirst: false })
      .order('sale_month', { ascending: false, nullsFirst: false })
      .order('id')
      .limit(limit)
    if (values.year !== undefined) query = query.eq('sale_year', wholeNumber('--year', values.year, 9999))
    if (values.search) query = query.ilike('plate_number', `%${values.search.replace(/[\\%_*]/g, '')}%`)
    const { data, error, status, count } = await query
    if (error) throw new DataError(error, status)
    const found = data as Row[]
    if (values.json) return terminal.out(JSON.stringify(found, null, 2))
    for (const line of columns(found.map((row) => [escapeTerminal(row.plate_number), describe(row)])))
      terminal.out(line)
    terminal.note(`${formatNumber(found.length)} of ${formatNumber(count ?? found.length)} ${table.many}.`)
  },
})

function describe(row: Row): string {
  const price = (value: unknown) => (typeof value === 'number' ? formatGbp(value) : '-').padStart(10)
  const date = [row.sale_month && String(row.sale_month).padStart(2, '0'), row.sale_year]
    .filter(Boolean)
    .join('/')
  const prices =
    'hammer_price' in row ? `${price(row.hammer_price)}  ${price(row.total_price)}` : price(row.total_price)
  return [
    date.padStart(7),
    prices,
    escapeTerminal(row.where_sold).padEnd(24),
    escapeTerminal(row.category ?? ''),
  ].join('  ')
}

function wholeNumber(name: string, value: string, max: number): number {
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > max)
    throw new UsageError(`${name} needs a whole number from 1 to ${formatNumber(max)}.`)
  return Number(value)
}

const add = command({
  name: 'add',
  summary: 'record a sale',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: [
    'Give only prices that were reported. Category and type follow from the registration unless they are given.',
  ].join('\n'),
  examples: ["sales add 'AB 1' --date 'Jul 2025' --seller Bonhams --hammer 53,000 --source https://…"],
  options: {
    ...JERSEY,
    date: { type: 'string', value: 'date', help: 'the day, month or year of the sale' },
    seller: { type: 'string', value: 'name', help: 'auction house or dealer' },
    hammer: { type: 'string', value: 'pounds', help: 'the price before fees' },
    total: { type: 'string', value: 'pounds', help: 'the price with fees and taxes' },
    basis: {
      type: 'string',
      value: 'word',
      help: 'both, total, hammer or unclear, if it does not follow from the prices',
    },
    category: { type: 'string', help: 'such as 2x2' },
    type: { type: 'string', help: 'such as Letters First' },
    source: { type: 'string', value: 'address', help: 'where it was reported' },
    note: { type: 'string', help: 'a remark' },
    'allow-doubtful': { type: 'boolean', help: 'accept a registration of no known system' },
  },
  async run({ values, positionals, terminal, backend }) {
    const table = pick(values)
    if (values.date === undefined) throw new UsageError('Missing date: --date <date>.')
    const cells = {
      plate_number: positionals[0],
      sale_date: values.date,
      where_sold: values.seller,
      hammer_price: values.hammer,
      total_price: values.total,
      price_basis: values.basis,
      category: values.category,
      type: values.type,
      source_url: values.source,
      note: values.note,
    }
    if (values.jersey && (values.hammer ?? values.category ?? values.type) !== undefined)
      throw new UsageError("Jersey's sales have one price, --total, and neither category nor type.")
    const staged = rowFromOptions(table, cells, { allowDoubtful: values['allow-doubtful'] })
    const row: Row = { ...staged.fill, ...staged.given }
    const { client, announce } = backend()
    announce(`a sale of ${row.plate_number} in ${row.sale_year} recorded among ${table.many}`)
    const { data, error, status } = await client
      .from(table.name)
      .upsert([row], { onConflict: table.key.join(','), ignoreDuplicates: true })
      .select('id')
    if (error) throw new DataError(error, status)
    terminal.out(
      data.length === 0
        ? `That sale of ${row.plate_number} is recorded already.`
        : `The sale of ${row.plate_number} is recorded.`,
    )
    if (data.length > 0) terminal.note(PUBLISH_SALES)
  },
})

const files = { pick, group: 'sales', options: JERSEY, importNote: PUBLISH_SALES }

const DVLA_RESULTS = 'dvla-results'

const auctionResults = {
  importDetails: [
    `--as ${DVLA_RESULTS} reads an auctioneer’s results list, with columns for lot, registration and hammer price,`,
    'and records every sold lot; unsold and withdrawn lots are counted and left out. Totals are computed where the',
    'fees of that month are known. The same list twice changes nothing. A list that contradicts recorded sales is',
    'refused, or its values are taken with --replace; a second sale of a lot is never added.',
  ].join('\n'),
  importExamples: [`sales import B278.xlsx --as ${DVLA_RESULTS} --auction B278 --month 2025-11 --dry-run`],
  importOptions: {
    as: { type: 'string', value: DVLA_RESULTS, help: 'the list is the results of an auction' },
    auction: { type: 'string', value: 'name', help: 'with --as: the auction, such as B278' },
    month: { type: 'string', value: 'month', help: 'with --as: the month of the auction, such as 2025-11' },
    source: { type: 'string', value: 'address', help: 'with --as: where the list was published' },
    replace: {
      type: 'boolean',
      help: 'with --as: take the list’s values where it contradicts recorded sales',
    },
  },
  format(values: Record<string, unknown>): ListFormat | undefined {
    const { as, auction, month, source } = values as Record<string, string | undefined>
    if (as === undefined) {
      const extra = ['auction', 'month', 'source', 'replace'].find((name) => values[name] !== undefined)
      if (extra) throw new UsageError(`--${extra} is for results lists: add --as ${DVLA_RESULTS}.`)
      return undefined
    }
    if (as !== DVLA_RESULTS) throw new UsageError(`--as: the known form of a list is ${DVLA_RESULTS}.`)
    if (values.jersey) throw new UsageError(`--as ${DVLA_RESULTS} is for the United Kingdom’s sales.`)
    if (values['keep-good'])
      throw new UsageError('A results list is recorded as every sold lot, so there is no --keep-good for it.')
    return dvlaResults({ auction, month, source })
  },
} as const

export const saleCommands: Group = {
  name: 'sales',
  summary: 'the sales that the explorers show',
  commands: [
    list,
    add,
    editSale,
    removeSale,
    listCorrections,
    importCommand({ ...files, ...auctionResults }),
    exportCommand(files),
  ],
}
