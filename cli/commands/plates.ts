import { STOCK_IMPORT } from '#services/import/stock/import-stock.ts'
import { countDemonstration, removeDemonstration } from '#services/stock/demonstration.ts'
import { STOCK_COLUMNS, STOCK_LIST } from '#shared/plates/columns.ts'
import { plural } from '#shared/text/format.ts'
import { confirm } from '../confirm.ts'
import { command, type Group } from '../define-command.ts'
import { runImport } from '../import/run-import.ts'
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

const STOCK_DETAILS = [
  'The private columns cost, bought on, document, its number and expiry, and notes are imported, too.',
  '',
  'The columns Sold, Status, Available, Availability and For sale accept yes, no, x, sold 12.3.24, SSTC, under offer,',
  'reserved, withdrawn, in stock and the like; anything else is refused. A sold plate is not added; if it is in the',
  'stock, it is taken off sale, and no list puts a plate that was sold in the stock on sale again.',
].join('\n')

const stockImport = {
  kind: 'stock' as const,
  spec: STOCK_LIST,
  action: 'plates import',
  steps: STOCK_IMPORT,
  one: 'plate',
  many: 'plates',
}

export const plateCommands: Group = {
  name: 'plates',
  summary: 'the stock',
  commands: [
    importCommand({
      group: 'plates',
      options: {},
      importDetails: STOCK_DETAILS,
      run: (request, _, backend, terminal) => runImport(request, stockImport, backend(), terminal),
    }),
    exportCommand({ pick: () => EXPORTED, group: 'plates', options: {} }),
    clearDemo,
  ],
}
