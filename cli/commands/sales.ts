import { readAuctionMonth, readAuctionName } from '#services/import/sales/auction-choice.ts'
import { salesImport } from '#services/import/sales/import-sales.ts'
import { auctionForm, listForm, type SalesForm } from '#services/import/sales/sales-form.ts'
import { londonDay } from '#services/london-time.ts'
import { specOf } from '#services/sales/sale-types.ts'
import { CellError, readWebAddress } from '#shared/cells/fields.ts'
import { DEFAULT_EXPLORER, EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Group, Option } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { runImport } from '../import/run-import.ts'
import { exportCommand, importCommand } from './files.ts'
import { withSeed } from './sales-seed.ts'

const OTHERS = EXPLORER_LIST.filter(({ name }) => name !== DEFAULT_EXPLORER)

/** `--jersey` */
const EXPLORER_OPTIONS: Record<string, Option> = Object.fromEntries(
  OTHERS.map(({ name, place }) => [
    name,
    { type: 'boolean', help: `${place}'s sales instead of the ${EXPLORERS[DEFAULT_EXPLORER].country}'s` },
  ]),
)

/** The explorer that an option names. */
const explorerIn = (values: Record<string, unknown>): ExplorerName =>
  OTHERS.find(({ name }) => values[name] === true)?.name ?? DEFAULT_EXPLORER

const pick = (values: Record<string, unknown>) => specOf(explorerIn(values))

const files = { pick, group: 'sales', options: EXPLORER_OPTIONS }

const DVLA_RESULTS = 'dvla-results'

const auctionResults = {
  importDetails: [
    `--as ${DVLA_RESULTS} reads an auctioneer’s results list, with columns for lot, registration and hammer price,`,
    'and records every sold lot; unsold and withdrawn lots are counted and left out. Totals are computed where the',
    'fees of that month are known.',
    '',
    'A sale with the registration, year, month and seller of a recorded one, but other prices, basis or selection,',
    'contradicts it and is never added as a second one: it is refused, and the desk can replace the record.',
  ].join('\n'),
  importExamples: [`sales import B278.xlsx --as ${DVLA_RESULTS} --auction B278 --month 2025-11 --dry-run`],
  importOptions: {
    as: { type: 'string', value: DVLA_RESULTS, help: 'the list is the results of an auction' },
    auction: { type: 'string', value: 'name', help: 'with --as: the auction, such as B278' },
    month: { type: 'string', value: 'month', help: 'with --as: the month of the auction, such as 2025-11' },
    source: { type: 'string', value: 'address', help: 'with --as: where the list was published' },
  },
} as const

/** The form of the list according to the options. @throws UsageError */
function formOf(values: Record<string, unknown>): SalesForm {
  const { as, auction, month, source } = values as Record<string, string | undefined>
  if (as === undefined) {
    const extra = ['auction', 'month', 'source'].find((name) => values[name] !== undefined)
    if (extra) throw new UsageError(`--${extra} is for results lists: add --as ${DVLA_RESULTS}.`)
    return listForm(explorerIn(values))
  }
  if (as !== DVLA_RESULTS) throw new UsageError(`--as: the known form of a list is ${DVLA_RESULTS}.`)
  if (explorerIn(values) !== DEFAULT_EXPLORER)
    throw new UsageError(`--as ${DVLA_RESULTS} is for the United Kingdom’s sales.`)
  if (values['keep-good'])
    throw new UsageError('A results list must include every sold lot, so --keep-good does not apply to it.')
  if (auction === undefined) throw new UsageError('Missing auction: --auction B278.')
  if (month === undefined) throw new UsageError('Missing month of the auction: --month 2025-11.')
  return auctionForm({
    name: labelErrors('--auction', () => readAuctionName(auction)),
    ...labelErrors('--month', () => readAuctionMonth(month, londonDay(new Date()))),
    sourceUrl: source === undefined ? undefined : labelErrors('--source', () => readWebAddress(source)),
  })
}

/** @throws UsageError that begins with the label, instead of a CellError */
function labelErrors<T>(label: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellError ? new UsageError(`${label}: ${error.message}.`) : error
  }
}

const importSales = importCommand({
  ...files,
  ...auctionResults,
  run(request, values, backend, terminal) {
    const form = formOf(values)
    const { kind, headings, table } = form
    const { one, many } = table
    const list = { kind, spec: headings, action: 'sales import', steps: salesImport(form), one, many }
    return runImport(request, list, backend(), terminal)
  },
})

export const saleCommands: Group = {
  name: 'sales',
  summary: 'the sales that the explorers show',
  commands: [withSeed(importSales, pick), exportCommand(files)],
}
