import { type Row, tableSpecs } from '#services/import/rows/table-specs.ts'
import {
  readAuctionMonth,
  readAuctionName,
  readAuctionSource,
} from '#services/import/sales/auction/read-auction.ts'
import { auctionForm, JERSEY_LIST, type SalesForm, UK_LIST } from '#services/import/sales/sales-form.ts'
import { addSale, planNewSale } from '#services/sales/change-sale.ts'
import { findFindings } from '#services/sales/findings.ts'
import { explorerOf } from '#services/sales/sales-store.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import { DataError } from '#shared/data/data-error.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { columns, command, type Group } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { runSalesImport } from '../import/run-sales.ts'
import { labelErrors } from '../rows/parse-options.ts'
import { readReason } from '../rows/read-reason.ts'
import { exportCommand, importCommand } from './files.ts'
import { editSale, listCorrections, PUBLISH_SALES, removeSale } from './sale-corrections.ts'
import { withSeed } from './sales-seed.ts'

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
    const explorer = explorerOf(table)
    const row = planNewSale(explorer, cells, { allowDoubtful: values['allow-doubtful'] })
    const { serviceClient, actor, env } = backend()
    const { site } = await readSiteSettings(serviceClient, defaultsOf(env))
    const findings = await findFindings(serviceClient, explorer, row, feeRegimes(site.dvlaPremium))
    if (findings.some(({ kind }) => kind === 'refusal'))
      return terminal.out(`That sale of ${row.plate_number} is already recorded.`)
    for (const { text } of findings) terminal.note(`Note: ${text}`)
    await addSale(serviceClient, { explorer, row, actor })
    terminal.out(`The sale of ${row.plate_number} is recorded.`)
    terminal.note(PUBLISH_SALES)
  },
})

const files = { pick, group: 'sales', options: JERSEY, importNote: PUBLISH_SALES }

const DVLA_RESULTS = 'dvla-results'

const auctionResults = {
  importDetails: [
    `--as ${DVLA_RESULTS} reads an auctioneer’s results list, with columns for lot, registration and hammer price,`,
    'and records every sold lot; unsold and withdrawn lots are counted and left out. Totals are computed where the',
    'fees of that month are known.',
    '',
    'A sale with the registration, year, month and seller of a recorded one, but other prices, basis or selection,',
    'contradicts it and is never added as a second one: the import asks on a terminal, uses the list’s values with',
    '--replace, or else is refused. What is replaced, when and why is published.',
  ].join('\n'),
  importExamples: [
    "sales import sales.csv --replace --reason 'The house corrected its list.'",
    `sales import B278.xlsx --as ${DVLA_RESULTS} --auction B278 --month 2025-11 --dry-run`,
  ],
  importOptions: {
    as: { type: 'string', value: DVLA_RESULTS, help: 'the list is the results of an auction' },
    auction: { type: 'string', value: 'name', help: 'with --as: the auction, such as B278' },
    month: { type: 'string', value: 'month', help: 'with --as: the month of the auction, such as 2025-11' },
    source: { type: 'string', value: 'address', help: 'with --as: where the list was published' },
    replace: {
      type: 'boolean',
      help: 'use the list’s values where it contradicts recorded sales',
    },
    reason: { type: 'string', value: 'sentence', help: 'with --replace: why; it is published' },
  },
} as const

/** The form of the list according to the options. @throws UsageError */
function formOf(values: Record<string, unknown>): SalesForm {
  const { as, auction, month, source } = values as Record<string, string | undefined>
  if (as === undefined) {
    const extra = ['auction', 'month', 'source'].find((name) => values[name] !== undefined)
    if (extra) throw new UsageError(`--${extra} is for results lists: add --as ${DVLA_RESULTS}.`)
    return values.jersey ? JERSEY_LIST : UK_LIST
  }
  if (as !== DVLA_RESULTS) throw new UsageError(`--as: the known form of a list is ${DVLA_RESULTS}.`)
  if (values.jersey) throw new UsageError(`--as ${DVLA_RESULTS} is for the United Kingdom’s sales.`)
  if (values['keep-good'])
    throw new UsageError('A results list must include every sold lot, so --keep-good does not apply to it.')
  if (auction === undefined) throw new UsageError('Missing auction: --auction B278.')
  if (month === undefined) throw new UsageError('Missing month of the auction: --month 2025-11.')
  return auctionForm({
    name: labelErrors('--auction', () => readAuctionName(auction)),
    ...labelErrors('--month', () => readAuctionMonth(month, new Date())),
    sourceUrl: source === undefined ? undefined : labelErrors('--source', () => readAuctionSource(source)),
  })
}

const importSales = importCommand({
  ...files,
  ...auctionResults,
  run(request, values, backend, terminal) {
    const replace = values.replace === true
    const reason =
      replace || values.reason !== undefined ? readReason(values.reason as string | undefined) : undefined
    const form = formOf(values)
    return runSalesImport({ ...request, form, replace, reason }, backend(), terminal)
  },
})

export const saleCommands: Group = {
  name: 'sales',
  summary: 'the sales that the explorers show',
  commands: [list, add, editSale, removeSale, listCorrections, withSeed(importSales), exportCommand(files)],
}
