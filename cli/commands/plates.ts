import { readYesNo } from '#services/import/rows/fields.ts'
import { type Row, tableSpecs } from '#services/import/rows/table-specs.ts'
import type { Decisions } from '#services/import/stock/decide.ts'
import { countDemonstration, removeDemonstration } from '#services/stock/demonstration.ts'
import { addPlate, editPlate } from '#services/stock/edit-plate.ts'
import { findPlateBySpelling } from '#services/stock/find-plate.ts'
import type { PlateForm } from '#services/stock/plate-form.ts'
import { PLATE_STATUSES, type PlateStatus } from '#services/stock/plate-status.ts'
import { StockRefusal } from '#services/stock/refusal.ts'
import { type SimpleStatus, STATUS_LABELS } from '#services/stock/status-change.ts'
import { readAll } from '#shared/data/read-all.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { confirm } from '../confirm.ts'
import { columns, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { runStockImport } from '../import/run-stock.ts'
import { labelErrors } from '../rows/parse-options.ts'
import { exportCommand, importCommand } from './files.ts'
import { reprice } from './plate-prices.ts'
import { plateSold } from './plate-sold.ts'
import { draft, feature, forSale, reserve, withdraw } from './plate-status.ts'
import { changes, undo } from './plate-undo.ts'

const { plates } = tableSpecs

const PLATE_OPTIONS = {
  price: { type: 'string', value: 'pounds', help: 'what it costs, such as 1250 or £1,250' },
  category: { type: 'string', help: 'the category; a new plate gets it from its registration' },
  description: { type: 'string', help: 'a sentence for the list' },
  details: { type: 'string', help: 'the text of its page' },
  image: { type: 'string', value: 'address', help: 'a picture shown beside the drawing (https://…)' },
  'price-reason': {
    type: 'string',
    value: 'sentence',
    help: 'why it costs more or less than similar plates sold for, shown beside those sales',
  },
  available: { type: 'string', value: 'yes|no', help: 'whether it is for sale' },
  feature: { type: 'string', value: 'yes|no', help: 'whether it gets the accent of a featured plate' },
  cost: { type: 'string', value: 'pounds', help: 'private: what you paid for it' },
  'bought-on': { type: 'string', value: 'date', help: 'private: the day you bought it' },
  document: { type: 'string', value: 'V750|V778|vehicle', help: 'private: what it is held on' },
  'document-number': { type: 'string', help: 'private: the number of the certificate' },
  'document-expires': { type: 'string', value: 'date', help: 'private: the last day of the certificate' },
  notes: { type: 'string', help: 'private: whatever you want to remember' },
} as const

type PlateOptions = { [K in keyof typeof PLATE_OPTIONS]?: string }

/** The options that are set. */
function toForm(values: PlateOptions): PlateForm {
  const form: Record<keyof PlateForm, string | undefined> = {
    registration: undefined,
    priceGbp: values.price,
    category: values.category,
    description: values.description,
    detailedDescription: values.details,
    imageUrl: values.image,
    priceReason: values['price-reason'],
    isFeature: values.feature,
    costGbp: values.cost,
    boughtOn: values['bought-on'],
    document: values.document,
    documentNumber: values['document-number'],
    documentExpiresOn: values['document-expires'],
    notes: values.notes,
  }
  return Object.fromEntries(Object.entries(form).filter(([, text]) => text !== undefined))
}

function readAvailable(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text.trim() === '') throw new UsageError('--available cannot be empty.')
  return labelErrors('--available', () => readYesNo(text))
}

const list = command({
  name: 'list',
  summary: 'list the stock, dearest first',
  details: 'Lists plates for sale unless --all or --status is given.',
  examples: ['plates list', 'plates list --all --search VIP', 'plates list --status reserved --json'],
  options: {
    all: { type: 'boolean', help: 'include drafts and plates that are reserved, sold or withdrawn' },
    status: { type: 'string', value: 'word', help: 'only for-sale, draft, reserved, sold or withdrawn' },
    search: {
      type: 'string',
      value: 'letters',
      help: 'only registrations that contain these letters or digits',
    },
    json: { type: 'boolean', help: 'every column, as JSON' },
  },
  async run({ values, terminal, backend }) {
    const status = readStatus(values.status)
    const { client } = backend()
    const letters = compactOf(values.search ?? '')
    const found: Row[] = []
    for await (const { plate_compact, ...row } of readAll(client, 'stock')) {
      if (status ? row.status !== status : !values.all && row.status !== 'for_sale') continue
      if (values.search && !String(plate_compact).includes(letters)) continue
      found.push(row as Row)
    }
    found.sort(
      (a, b) =>
        Number(b.price) - Number(a.price) || (String(a.plate_number) < String(b.plate_number) ? -1 : 1),
    )
    if (values.json) return terminal.out(JSON.stringify(found, null, 2))
    for (const row of columns(found.map((row) => [escapeTerminal(row.plate_number), describe(row)])))
      terminal.out(row)
    terminal.note(`${plural(found.length, 'plate')}${values.all || status ? '' : ' for sale'}.`)
  },
})

function readStatus(text: string | undefined): PlateStatus | null {
  if (text === undefined) return null
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const status = PLATE_STATUSES.find((known) => known === typed)
  if (!status) throw new UsageError('--status needs draft, for-sale, reserved, sold or withdrawn.')
  return status
}

function describe(row: Row): string {
  const price = row.price === null ? 'no price' : formatGbp(Number(row.price))
  const parts = [price.padStart(10), escapeTerminal(row.category).padEnd(14)]
  if (row.status !== 'for_sale') parts.push(describeStatus(row))
  if (row.is_feature === true) parts.push('featured')
  if (row.is_demonstration === true) parts.push('demonstration')
  return parts.join('  ')
}

function describeStatus({ status, reserved_until, sold_price, sold_on }: Row): string {
  const label = STATUS_LABELS[status as PlateStatus].toLowerCase()
  if (status === 'reserved') return reserved_until === null ? label : `${label} until ${reserved_until}`
  if (status !== 'sold' || sold_price === null) return label
  return `${label} for ${formatGbp(Number(sold_price))}${sold_on === null ? '' : ` on ${sold_on}`}`
}

const show = command({
  name: 'show',
  summary: 'show everything about one plate, including what is private',
  usage: '<registration>',
  argumentCount: [1, 1],
  examples: ["plates show 'H34 VEN'", 'plates show h34ven'],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, positionals, terminal, backend }) {
    const { client } = backend()
    const { id } = await findPlateBySpelling(client, positionals[0] as string)
    for await (const { plate_compact: _, ...row } of readAll(client, 'stock', {
      column: 'id',
      list: `(${id})`,
    })) {
      if (values.json) return terminal.out(JSON.stringify(row, null, 2))
      const rows = Object.entries(row).map(([column, value]) => [
        column,
        value === null ? '-' : escapeTerminal(value, 5000),
      ])
      for (const line of columns(rows)) terminal.out(line)
    }
  },
})

const add = command({
  name: 'add',
  summary: 'put a plate on sale, or in stock as a draft',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: 'The registration is stored in its usual spelling: ab51abc becomes AB51 ABC.',
  examples: [
    "plates add 'H34 VEN' --price 12,500 --description 'Heaven, as a prefix mark.'",
    "plates add 'H34 VEN' --draft --cost 9,000 --document V778 --document-expires 1/4/2036",
  ],
  options: {
    ...PLATE_OPTIONS,
    draft: { type: 'boolean', help: 'not for sale yet; it may be without a price' },
    'allow-doubtful': { type: 'boolean', help: 'accept a registration of no known system' },
  },
  async run({ values, positionals, terminal, backend }) {
    const isAvailable = readAvailable(values.available)
    const status: SimpleStatus = values.draft ? 'draft' : isAvailable === false ? 'withdrawn' : 'for_sale'
    if (!values.price?.trim() && !values.draft)
      throw new UsageError('A new plate needs a price: --price <pounds>.')
    const form = { ...toForm(values), registration: positionals[0] as string }
    const { serviceClient, actor } = backend()
    const options = { status, allowDoubtful: values['allow-doubtful'] }
    const added = await addPlate(serviceClient, form, actor, options).catch(refuseKnown)
    const price = added.priceGbp === null ? 'without a price' : `at ${formatGbp(added.priceGbp)}`
    const remark = { draft: ', a draft', for_sale: '', withdrawn: ', not for sale' }[status]
    terminal.out(`${added.registration} is added ${price}${remark}.`)
  },
})

function refuseKnown(error: unknown): never {
  const [registration] = error instanceof StockRefusal ? error.registrations : []
  if (registration === undefined) throw error
  throw new CliError(`${registration} is already in the stock: change it with “plates edit”.`)
}

const edit = command({
  name: 'edit',
  summary: 'change a plate',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: "Changes only the given values. An empty text removes one: --description ''.",
  examples: [
    "plates edit 'H34 VEN' --price 11,950",
    "plates edit 'H34 VEN' --description ''",
    "plates edit 'H34 VEN' --cost 9,000 --document V778 --document-expires 1/4/2036",
  ],
  options: {
    ...PLATE_OPTIONS,
    registration: {
      type: 'string',
      value: 'registration',
      help: 'the correct registration, if it was mistyped',
    },
    'allow-doubtful': { type: 'boolean', help: 'accept a registration of no known system' },
  },
  async run({ values, positionals, terminal, backend }) {
    const { registration, 'allow-doubtful': allowDoubtful } = values
    const isAvailable = readAvailable(values.available)
    const form = { ...toForm(values), ...(registration === undefined ? {} : { registration }) }
    if (Object.keys(form).length === 0 && isAvailable === undefined)
      throw new UsageError('Nothing to change: pass an option such as --price 950.')
    const { serviceClient, actor } = backend()
    const plate = await findPlateBySpelling(serviceClient, positionals[0] as string)
    const options = { allowDoubtful, status: statusFor(isAvailable, plate.status) }
    const { changes } = await editPlate(serviceClient, plate, form, actor, options)
    terminal.out(
      changes ? `${plate.registration}: ${changes}.` : `${plate.registration} already has these values.`,
    )
  },
})

/** A plate that is off sale for another reason stays so. */
function statusFor(isAvailable: boolean | undefined, status: PlateStatus): SimpleStatus | undefined {
  if (isAvailable === undefined) return undefined
  if (isAvailable) return 'for_sale'
  return status === 'for_sale' ? 'withdrawn' : undefined
}

const clearDemo = command({
  name: 'clear-demo',
  summary: 'remove the demonstration stock',
  details: 'A new site comes with made-up plates.',
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  async run({ values, terminal, backend }) {
    const { serviceClient, actor } = backend()
    const count = await countDemonstration(serviceClient)
    if (!count) return terminal.out('There is no demonstration stock.')
    const demoPlates = plural(count, 'demonstration plate')
    const isConfirmed = await confirm(terminal, {
      yes: values.yes,
      consequence: `This removes ${demoPlates}`,
      question: `Remove ${demoPlates}?`,
    })
    if (!isConfirmed) return terminal.out('Nothing has been removed.')
    const { changed } = await removeDemonstration(serviceClient, actor)
    terminal.out(`Removed ${plural(changed, 'demonstration plate')}.`)
  },
})

const STOCK_IMPORT = [
  'All rows are imported or none. The private columns cost, bought on, document, its number and expiry, and notes are',
  'imported, too. Headings that you map or ignore on a terminal are remembered for the next list.',
  '',
  'The columns Sold, Status, Available, Availability and For sale accept yes, no, x, sold 12.3.24, SSTC, under offer,',
  'reserved, withdrawn, in stock and the like; anything else is refused. A sold plate is not added; if it is in the',
  'stock, it is taken off sale, and no list puts a plate that was sold in the stock on sale again.',
  '',
  'What a person has to decide is asked on a terminal, for all rows at once, and refused elsewhere unless an option',
  'decides it: plates without a price (POA), prices that must be read (7.6k, 4,500 ono, or below £50), prices before VAT',
  '(+ VAT), private cells that cannot be read, rows that the workbook hides, registrations that a spreadsheet has made',
  'dates (25-Dec), and garbled text.',
].join('\n')

const DECISION_OPTIONS = {
  unpriced: {
    type: 'string',
    value: 'draft|refuse',
    help: 'plates without a price: as drafts, or not at all',
  },
  'read-prices': { type: 'string', value: 'accept|refuse', help: 'prices such as 7.6k and 4,500 ono' },
  vat: {
    type: 'string',
    value: 'add|as-written|refuse',
    help: 'prices such as 4,500 + VAT: add 20%, or not',
  },
  unreadable: { type: 'string', value: 'skip|refuse', help: 'private cells that cannot be read' },
  hidden: { type: 'string', value: 'import|refuse', help: 'rows that the workbook hides' },
  dates: {
    type: 'string',
    value: 'letters-first|number-first|refuse',
    help: 'registrations that a spreadsheet has made dates, such as 25-Dec',
  },
  garbled: { type: 'string', value: 'mend|as-written|refuse', help: 'garbled text, such as SiÃ¢n for Siân' },
  missing: {
    type: 'string',
    value: 'keep|withdraw',
    help: 'plates for sale that are not in the list (keep)',
  },
} as const

/** @throws UsageError */
function readDecisions(values: Record<string, unknown>): Decisions {
  const pick = <T extends string>(name: keyof typeof DECISION_OPTIONS, preset: T): T => {
    const given = values[name]
    if (given === undefined) return preset
    const allowed = DECISION_OPTIONS[name].value.split('|')
    if (!allowed.includes(String(given))) throw new UsageError(`--${name} is one of ${allowed.join(', ')}.`)
    return String(given).replace('-', '_') as T
  }
  return {
    no_price: pick<Decisions['no_price']>('unpriced', 'ask'),
    reading: pick<Decisions['reading']>('read-prices', 'ask'),
    vat: pick<Decisions['vat']>('vat', 'ask'),
    private: pick<Decisions['private']>('unreadable', 'ask'),
    hidden: pick<Decisions['hidden']>('hidden', 'ask'),
    date: pick<Decisions['date']>('dates', 'ask'),
    garbled: pick<Decisions['garbled']>('garbled', 'ask'),
    missing: pick<Decisions['missing']>('missing', 'keep'),
  }
}

export const plateCommands: Group = {
  name: 'plates',
  summary: 'the stock',
  commands: [
    list,
    show,
    add,
    edit,
    importCommand({
      group: 'plates',
      options: {},
      importDetails: STOCK_IMPORT,
      importOptions: DECISION_OPTIONS,
      run: (request, values, backend, terminal) =>
        runStockImport({ ...request, decisions: readDecisions(values) }, backend(), terminal),
    }),
    exportCommand({ pick: () => plates, group: 'plates', options: {} }),
    feature,
    forSale,
    draft,
    reserve,
    withdraw,
    plateSold,
    reprice,
    undo,
    changes,
    clearDemo,
  ],
}
