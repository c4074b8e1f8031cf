import {
  describeRule,
  type PricePreview,
  type PriceRule,
  previewPrices,
  readPriceRule,
} from '#services/stock/price-rule.ts'
import { namePlates } from '#services/stock/refusal.ts'
import { bulkPrice } from '#services/stock/reprice-plates.ts'
import { readWholeStock, type StockPlate } from '#services/stock/stock-store.ts'
import { plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { confirm } from '../confirm.ts'
import { columns, command } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import type { Terminal } from '../terminal.ts'
import { findPlates } from './plate-status.ts'

const MAX_LISTED = 40

export const reprice = command({
  name: 'reprice',
  summary: 'change the prices of several plates by a percentage or an amount',
  usage: '[<registration> …]',
  argumentCount: [0, 1000],
  details: [
    'Names the plates, or --all for every plate for sale. It shows the new prices and asks before it changes them. A price',
    'never falls below £1, and rounding never turns a rise into a cut. “plates undo” undoes all of it.',
  ].join('\n'),
  examples: ['plates reprice --all --up 5% --round 50', "plates reprice 'H34 VEN' 'AB 1' --down £100"],
  options: {
    up: { type: 'string', value: 'amount', help: 'raise prices by 5%, or by £100' },
    down: { type: 'string', value: 'amount', help: 'cut prices by 5%, or by £100' },
    round: { type: 'string', value: 'pounds', help: 'round new prices to multiples of 5, 10, 50, … (1)' },
    all: { type: 'boolean', help: 'every plate for sale' },
    'dry-run': { type: 'boolean', help: 'only show the new prices' },
    yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  },
  async run({ values, positionals, terminal, backend }) {
    const rule = readRule(values)
    if (Boolean(values.all) === positionals.length > 0)
      throw new UsageError('Name the plates, or pass --all for every plate for sale.')
    const { serviceClient, actor } = backend()
    const plates: StockPlate[] = values.all ? [] : await findPlates(serviceClient, positionals)
    if (values.all)
      for await (const plate of readWholeStock(serviceClient)) if (plate.isAvailable) plates.push(plate)
    const preview = previewPrices(plates, rule)
    printPreview(terminal, preview)
    const { changes } = preview
    if (changes.length === 0) return terminal.out('No price would change.')
    if (values['dry-run']) return terminal.out(`${plural(changes.length, 'price')} would change.`)
    const prices = plural(changes.length, 'price')
    const isConfirmed = await confirm(terminal, {
      yes: values.yes,
      consequence: `This changes ${prices}`,
      question: `Change ${prices} ${describeRule(rule)}?`,
    })
    if (!isConfirmed) return terminal.out('Nothing has been changed.')
    const refs = changes.map(({ id, seenAt }) => ({ id, seenAt }))
    const { batch } = await bulkPrice(serviceClient, refs, rule, actor)
    terminal.out(`Changed ${prices} ${describeRule(rule)}.`)
    terminal.note(`To undo it: plates undo ${batch}`)
  },
})

function readRule(values: { up?: string; down?: string; round?: string }): PriceRule {
  const { up, down, round = '1' } = values
  const text = up ?? down
  if (text === undefined || (up !== undefined && down !== undefined))
    throw new UsageError('Pass --up or --down with 5% or £100.')
  return readPriceRule({
    direction: up === undefined ? 'down' : 'up',
    by: text.trim().endsWith('%') ? 'percent' : 'pounds',
    amount: text,
    roundTo: round,
  })
}

function printPreview(terminal: Terminal, { changes, unpriced }: PricePreview): void {
  const rows = changes
    .slice(0, MAX_LISTED)
    .map(({ registration, beforeGbp, afterGbp }) => [
      registration,
      `${formatGbp(beforeGbp)} → ${formatGbp(afterGbp)}`,
    ])
  if (rows.length > 0) for (const line of columns(rows)) terminal.out(line)
  if (changes.length > MAX_LISTED)
    terminal.out(`  … and ${plural(changes.length - MAX_LISTED, 'more', 'more')}`)
  if (unpriced.length > 0) terminal.note(`Left unchanged, without a price: ${namePlates(unpriced)}.`)
}
