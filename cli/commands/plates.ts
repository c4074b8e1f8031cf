import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { plural } from '../../app/shared/format.ts'
import { formatGbp } from '../../app/shared/money.ts'
import { confirm } from '../confirm.ts'
import { type Context, columns, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { changePlate, findPlateRow } from '../rows/find-plate.ts'
import { rowFromOptions } from '../rows/parse-options.ts'
import { type Row, tableSpecs } from '../rows/table-specs.ts'
import { exportCommand, importCommand } from './files.ts'
import { plateSold } from './plate-sold.ts'

const { plates } = tableSpecs

const PLATE_OPTIONS = {
  price: { type: 'string', value: 'pounds', help: 'what it costs, such as 1250 or £1,250' },
  category: { type: 'string', help: 'the category; a new plate gets it from its registration' },
  description: { type: 'string', help: 'a sentence for the list' },
  details: { type: 'string', help: 'the text of its own page' },
  image: { type: 'string', value: 'address', help: 'a picture shown beside the drawing (https://…)' },
  'price-reason': {
    type: 'string',
    value: 'sentence',
    help: 'why it costs more or less than similar plates sold for, shown beside those sales',
  },
  available: { type: 'string', value: 'yes|no', help: 'whether it is for sale' },
  feature: { type: 'string', value: 'yes|no', help: 'whether it gets the accent of a featured plate' },
} as const

type PlateValues = { [K in keyof typeof PLATE_OPTIONS]?: string }

const toCells = (values: PlateValues) => ({
  price: values.price,
  category: values.category,
  description: values.description,
  detailed_description: values.details,
  image_url: values.image,
  price_reason: values['price-reason'],
  is_available: values.available,
  is_feature: values.feature,
})

const list = command({
  name: 'list',
  summary: 'list the stock, dearest first',
  details: 'Lists plates for sale unless --all is given.',
  examples: ['plates list', 'plates list --all --search VIP', 'plates list --json'],
  options: {
    all: { type: 'boolean', help: 'also plates that are sold or withdrawn' },
    search: {
      type: 'string',
      value: 'letters',
      help: 'only registrations that contain these letters or digits',
    },
    json: { type: 'boolean', help: 'every column, as JSON' },
  },
  async run({ values, terminal, backend }) {
    const { client } = backend()
    const compact = (text: string) => text.toUpperCase().replace(/\s/g, '')
    const found: Row[] = []
    for await (const row of readAll(client, 'plates')) {
      if (!values.all && row.is_available !== true) continue
      if (values.search && !compact(String(row.plate_number)).includes(compact(values.search))) continue
      found.push(row as Row)
    }
    found.sort(
      (a, b) =>
        Number(b.price) - Number(a.price) || (String(a.plate_number) < String(b.plate_number) ? -1 : 1),
    )
    if (values.json) return terminal.out(JSON.stringify(found, null, 2))
    for (const row of columns(found.map((row) => [escapeTerminal(row.plate_number), describe(row)])))
      terminal.out(row)
    terminal.note(`${plural(found.length, 'plate')}${values.all ? '' : ' for sale'}.`)
  },
})

function describe(row: Row): string {
  const parts = [formatGbp(Number(row.price)).padStart(10), escapeTerminal(row.category).padEnd(14)]
  if (row.is_available !== true) parts.push('not for sale')
  if (row.is_feature === true) parts.push('featured')
  if (row.is_demonstration === true) parts.push('demonstration')
  return parts.join('  ')
}

const show = command({
  name: 'show',
  summary: 'show everything about one plate',
  usage: '<registration>',
  argumentCount: [1, 1],
  examples: ["plates show 'H34 VEN'", 'plates show h34ven'],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, positionals, terminal, backend }) {
    const row = await findPlateRow(backend().client, positionals[0] as string)
    if (values.json) return terminal.out(JSON.stringify(row, null, 2))
    const rows = Object.entries(row).map(([column, value]) => [
      column,
      value === null ? '-' : escapeTerminal(value, 2000),
    ])
    for (const line of columns(rows)) terminal.out(line)
  },
})

const add = command({
  name: 'add',
  summary: 'put a plate on sale',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: 'The registration is stored in its usual spelling: ab51abc becomes AB51 ABC.',
  examples: ["plates add 'H34 VEN' --price 12,500 --description 'Heaven, as a prefix mark.'"],
  options: {
    ...PLATE_OPTIONS,
    'allow-doubtful': { type: 'boolean', help: 'accept a registration of no known system' },
  },
  async run({ values, positionals, terminal, backend }) {
    const cells = { plate_number: positionals[0], ...toCells(values) }
    const staged = rowFromOptions(plates, cells, { allowDoubtful: values['allow-doubtful'] })
    if (staged.given.price === undefined) throw new UsageError('A new plate needs a price: --price <pounds>.')
    const row: Row = { ...staged.fill, ...staged.given }
    const { client, announce } = backend()
    announce(`${row.plate_number} added at ${formatGbp(Number(row.price))}`)
    const { error, status } = await client.from('plates').insert([row])
    if (error?.code === '23505')
      throw new CliError(`${row.plate_number} is in the stock already: change it with “plates edit”.`)
    if (error) throw new DataError(error, status)
    terminal.out(
      `${row.plate_number} is added at ${formatGbp(Number(row.price))}${row.is_available ? '' : ', not for sale'}.`,
    )
  },
})

const edit = command({
  name: 'edit',
  summary: 'change a plate',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: "Changes only the given values. An empty text removes one: --description ''.",
  examples: ["plates edit 'H34 VEN' --price 11,950", "plates edit 'H34 VEN' --description ''"],
  options: {
    ...PLATE_OPTIONS,
    registration: {
      type: 'string',
      value: 'registration',
      help: 'the correct registration, if it was mistyped',
    },
  },
  async run({ values, positionals, terminal, backend }) {
    const { client, announce } = backend()
    const existing = await findPlateRow(client, positionals[0] as string)
    const { given } = rowFromOptions(
      plates,
      { plate_number: values.registration ?? String(existing.plate_number), ...toCells(values) },
      { allowDoubtful: values.registration === undefined },
    )
    const changed: Row = {}
    if (values.registration !== undefined) changed.plate_number = given.plate_number as string
    for (const [column, cell] of Object.entries(toCells(values))) {
      if (cell === undefined) continue
      if (cell.trim() !== '') changed[column] = given[column] ?? null
      else if (['price', 'is_available', 'is_feature'].includes(column))
        throw new UsageError(`${column} cannot be empty.`)
      else changed[column] = null
    }
    if (Object.keys(changed).length === 0)
      throw new UsageError('Nothing to change: pass an option such as --price 950.')
    const changes = Object.entries(changed).map(
      ([column, value]) =>
        `${column} ${escapeTerminal(existing[column] ?? 'none', 40)} → ${escapeTerminal(value ?? 'none', 40)}`,
    )
    announce(`${existing.plate_number}: ${changes.join('; ')}`)
    await changePlate(client, existing.id, changed)
    terminal.out(`${existing.plate_number}: ${changes.join('; ')}.`)
  },
})

function flagCommand(source: {
  name: string
  summary: string
  undoHelp: string
  column: string
  value: boolean
  done: string
  undone: string
}) {
  const { name, summary, undoHelp, column, value, done, undone } = source
  return command({
    name,
    summary,
    usage: '<registration> …',
    argumentCount: [1, 1000],
    examples: [`plates ${name} 'H34 VEN' 'AB 1'`, `plates ${name} 'AB 1' --undo`],
    options: { undo: { type: 'boolean', help: undoHelp } },
    async run({
      values,
      positionals,
      terminal,
      backend,
    }: Context<{ undo: { type: 'boolean'; help: string } }>) {
      const { client, announce } = backend()
      // Find all plates first, so that an unknown registration changes none.
      const rows: Row[] = []
      for (const registration of positionals) rows.push(await findPlateRow(client, registration))
      const target = values.undo ? !value : value
      for (const row of rows) {
        announce(`${row.plate_number} ${values.undo ? undone : done}`)
        if (row[column] !== target) await changePlate(client, row.id, { [column]: target })
        terminal.out(`${row.plate_number} ${values.undo ? undone : done}.`)
      }
    },
  })
}

const feature = flagCommand({
  name: 'feature',
  summary: 'mark plates as featured',
  undoHelp: 'remove the mark',
  column: 'is_feature',
  value: true,
  done: 'is featured',
  undone: 'is featured no longer',
})

const withdraw = flagCommand({
  name: 'withdraw',
  summary: 'take plates off sale without removing them from the stock',
  undoHelp: 'put them on sale again',
  column: 'is_available',
  value: false,
  done: 'is off sale',
  undone: 'is for sale',
})

const clearDemo = command({
  name: 'clear-demo',
  summary: 'remove the demonstration stock',
  details: 'A new site comes with made-up plates.',
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  async run({ values, terminal, backend }) {
    const { client, announce } = backend()
    const { count, error, status } = await client
      .from('plates')
      .select('id', { count: 'exact', head: true })
      .eq('is_demonstration', true)
    if (error) throw new DataError(error, status)
    if (!count) return terminal.out('There is no demonstration stock.')
    const demoPlates = plural(count, 'demonstration plate')
    const isConfirmed = await confirm(terminal, {
      yes: values.yes,
      consequence: `This removes ${demoPlates}`,
      question: `Remove ${demoPlates}?`,
    })
    if (!isConfirmed) return terminal.out('Nothing has been removed.')
    announce(`${demoPlates} removed`)
    const removed = await client.from('plates').delete().eq('is_demonstration', true)
    if (removed.error) throw new DataError(removed.error, removed.status)
    terminal.out(`Removed ${demoPlates}.`)
  },
})

const SALE_COLUMNS = [
  '',
  'The columns Sold, Status, Available, Availability and For sale accept yes, no, x, sold 12.3.24, SSTC, under offer,',
  'reserved, withdrawn, in stock and the like; anything else is refused. A sold plate is not added; if it is in the',
  'stock, it is taken off sale.',
].join('\n')

export const plateCommands: Group = {
  name: 'plates',
  summary: 'the stock',
  commands: [
    list,
    show,
    add,
    edit,
    importCommand({ pick: () => plates, group: 'plates', options: {}, importDetails: SALE_COLUMNS }),
    exportCommand({ pick: () => plates, group: 'plates', options: {} }),
    feature,
    withdraw,
    plateSold,
    clearDemo,
  ],
}
