import { readYesNo } from '#services/import/rows/fields.ts'
import { londonDay } from '#services/london-time.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import { findPlateBySpelling } from '#services/stock/find-plate.ts'
import { readSale, sellPlate } from '#services/stock/sell-plate.ts'
import type { StockPlate } from '#services/stock/stock-store.ts'
import { formatGbp } from '#shared/text/money.ts'
import { command } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { labelErrors } from '../rows/parse-options.ts'
import type { Terminal } from '../terminal.ts'

export const plateSold = command({
  name: 'sold',
  summary: 'take a sold plate off sale, and record the sale',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: [
    'The recorded sale appears in the public sales explorer, with the price as the total paid and the seller that',
    '--seller names. Without --record or --no-record it asks; if it cannot ask, nothing is recorded.',
    '“plates undo” undoes a sale that did not take place, and its record.',
  ].join('\n'),
  examples: [
    "plates sold 'H34 VEN' --price 12,500 --date 2026-11-20 --record",
    "plates sold 'H34 VEN' --price 12,500 --no-record",
  ],
  options: {
    price: { type: 'string', value: 'pounds', help: 'the price paid, including fees and taxes' },
    date: { type: 'string', value: 'date', help: 'the day or month of the sale (today)' },
    record: { type: 'boolean', help: 'record the sale; --no-record does not' },
    jersey: { type: 'boolean', help: "record it among Jersey's sales" },
    seller: { type: 'string', value: 'name', help: 'who sold it (you)' },
  },
  async run({ values, positionals, terminal, backend }) {
    const { serviceClient, actor, env } = backend()
    const plate = await findPlateBySpelling(serviceClient, positionals[0] as string)
    const price = await askPrice(values.price, plate, terminal)
    const now = new Date()
    const { site } = await readSiteSettings(serviceClient, defaultsOf(env))
    const typed = { price, date: values.date ?? londonDay(now), seller: values.seller }
    const sale = readSale(typed, site.name, now)
    const isRecorded = values.record ?? (await offersRecord(terminal))
    const explorer = values.jersey ? 'jersey' : 'uk'
    const { wasForSale } = await sellPlate(serviceClient, plate, sale, actor, { isRecorded, explorer })
    terminal.out(
      `${plate.registration} is ${wasForSale ? 'off sale' : 'off sale already'}; its sale for ${formatGbp(sale.priceGbp)} is ${isRecorded ? 'recorded' : 'not recorded'}.`,
    )
    if (values.record === undefined && !terminal.isInteractive)
      terminal.note('Pass --record to record the sale in the sales explorer.')
  },
})

async function askPrice(given: string | undefined, plate: StockPlate, terminal: Terminal): Promise<string> {
  if (given === undefined && !terminal.isInteractive) throw new UsageError('Missing price: --price <pounds>.')
  return given ?? (await terminal.ask('The price paid, in pounds?', String(plate.priceGbp ?? '')))
}

async function offersRecord(terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive) return false
  const answer = await terminal.ask('Record the sale in the public sales explorer?', 'yes')
  return labelErrors('The answer', () => readYesNo(answer))
}
