import type { Decisions } from '#services/import/stock/decide.ts'
import { countDemonstration, removeDemonstration } from '#services/stock/demonstration.ts'
import { STOCK_COLUMNS } from '#shared/plates/columns.ts'
import { plural } from '#shared/text/format.ts'
import { confirm } from '../confirm.ts'
import { command, type Group } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { runImport } from '../import/run-import.ts'
import { stockImport } from '../import/stock-import.ts'
import { exportCommand, importCommand } from './files.ts'

const EXPORTED = {
  ...{ name: 'plates', one: 'plate', many: 'plates' },
  columns: STOCK_COLUMNS.filter(({ part }) => part === 'plate').map(({ column }) => column),
}

const clearDemo = command({
  name: 'clear-demo',
  summary: 'remove the demonstration stock',
  details: 'A new site comes with made-up plates.',
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  async run({ values, terminal, backend }) {
    const { database, actor } = backend()
    const count = await countDemonstration(database)
    if (!count) return terminal.out('There is no demonstration stock.')
    const demoPlates = plural(count, 'demonstration plate')
    const isConfirmed = await confirm(terminal, {
      yes: values.yes,
      consequence: `This removes ${demoPlates}`,
      question: `Remove ${demoPlates}?`,
    })
    if (!isConfirmed) return terminal.out('Nothing has been removed.')
    const { changed } = await removeDemonstration(database, actor)
    terminal.out(`Removed ${plural(changed, 'demonstration plate')}.`)
  },
})

const STOCK_IMPORT = [
  'All rows are imported or none. The private columns cost, bought on, document, its number and expiry, and notes are',
  'imported, too. Headings that were mapped or ignored at the desk are remembered.',
  '',
  'The columns Sold, Status, Available, Availability and For sale accept yes, no, x, sold 12.3.24, SSTC, under offer,',
  'reserved, withdrawn, in stock and the like; anything else is refused. A sold plate is not added; if it is in the',
  'stock, it is taken off sale, and no list puts a plate that was sold in the stock on sale again.',
  '',
  'What a person has to decide is refused unless an option decides it: plates without a price (POA), prices that must be',
  'read (7.6k, 4,500 ono, or below £50), prices before VAT (+ VAT), cells that cannot be read, rows that the',
  'workbook hides, registrations that a spreadsheet has made dates (25-Dec), garbled text, and plates that the list takes',
  'from people with an open quote, or who have agreed to buy them. What somebody has agreed to buy is not put on sale.',
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
  unreadable: {
    type: 'string',
    value: 'note|skip|refuse',
    help: 'cells that cannot be read: into the notes, or not at all',
  },
  hidden: { type: 'string', value: 'import|refuse', help: 'rows that the workbook hides' },
  dates: {
    type: 'string',
    value: 'letters-first|number-first|refuse',
    help: 'registrations that a spreadsheet has made dates, such as 25-Dec',
  },
  garbled: { type: 'string', value: 'mend|as-written|refuse', help: 'garbled text, such as SiÃ¢n for Siân' },
  deals: {
    type: 'string',
    value: 'go-ahead|refuse',
    help: 'plates that the list takes from people with an open deal',
  },
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
    cells: pick<Decisions['cells']>('unreadable', 'ask'),
    hidden: pick<Decisions['hidden']>('hidden', 'ask'),
    date: pick<Decisions['date']>('dates', 'ask'),
    garbled: pick<Decisions['garbled']>('garbled', 'ask'),
    deal: pick<Decisions['deal']>('deals', 'ask'),
    missing: pick<Decisions['missing']>('missing', 'keep'),
  }
}

export const plateCommands: Group = {
  name: 'plates',
  summary: 'the stock',
  commands: [
    importCommand({
      group: 'plates',
      options: {},
      importDetails: STOCK_IMPORT,
      importOptions: DECISION_OPTIONS,
      run: (request, values, backend, terminal) =>
        runImport(request, stockImport(readDecisions(values), terminal), backend(), terminal),
    }),
    exportCommand({ pick: () => EXPORTED, group: 'plates', options: {} }),
    clearDemo,
  ],
}
