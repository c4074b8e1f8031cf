import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { formatGbp } from '../../app/shared/money.ts'
import { site } from '../../site.config.ts'
import { command } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { readDate, readPrice, readYesNo } from '../rows/fields.ts'
import { changePlate, findPlateRow } from '../rows/find-plate.ts'
import { labelErrors, rowFromOptions } from '../rows/parse-options.ts'
import { type Row, type TableSpec, tableSpecs } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'

export const plateSold = command({
  name: 'sold',
  summary: 'take a sold plate off sale, and record the sale',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: [
    'The recorded sale appears in the public sales explorer, with the price as the total paid and the seller that',
    '--seller names. Without --record or --no-record it asks; if it cannot ask, nothing is recorded.',
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
    seller: { type: 'string', value: 'name', help: `who sold it (${site.name})` },
  },
  async run({ values, positionals, terminal, backend }) {
    const { client, announce } = backend()
    const plate = await findPlateRow(client, positionals[0] as string)
    const price = await askPrice(values.price, plate, terminal)
    const { year, month } = labelErrors('--date', () =>
      readDate(values.date ?? new Date().toISOString().slice(0, 10)),
    )
    const table = values.jersey ? tableSpecs.jersey_sales : tableSpecs.sales
    const sale = rowFromOptions(
      table,
      {
        plate_number: String(plate.plate_number),
        sale_year: String(year),
        sale_month: month === null ? undefined : String(month),
        where_sold: values.seller ?? site.name,
        total_price: String(price),
        selection: 'own',
      },
      { allowDoubtful: true },
    )
    const isRecorded = values.record ?? (await offersRecord(terminal))
    announce(
      `${plate.plate_number} sold for ${formatGbp(price)}, its sale ${isRecorded ? 'recorded' : 'not recorded'}`,
    )
    // The sale first: if the second call fails, the command can be repeated.
    if (isRecorded) await recordSale(client, table, { ...sale.fill, ...sale.given })
    if (plate.is_available === true) await changePlate(client, plate.id, { is_available: false })
    terminal.out(
      `${plate.plate_number} is ${plate.is_available === true ? 'off sale' : 'off sale already'}; its sale for ${formatGbp(price)} is ${isRecorded ? 'recorded' : 'not recorded'}.`,
    )
    if (values.record === undefined && !terminal.isInteractive)
      terminal.note('Pass --record to record the sale in the sales explorer.')
  },
})

async function askPrice(given: string | undefined, plate: Row, terminal: Terminal): Promise<number> {
  if (given === undefined && !terminal.isInteractive) throw new UsageError('Missing price: --price <pounds>.')
  const price = given ?? (await terminal.ask('The price paid, in pounds?', String(plate.price)))
  return labelErrors('--price', () => readPrice(price))
}

async function offersRecord(terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive) return false
  const answer = await terminal.ask('Record the sale in the public sales explorer?', 'yes')
  return labelErrors('The answer', () => readYesNo(answer))
}

async function recordSale(client: BackendClient, table: TableSpec, row: Row): Promise<void> {
  const { error, status } = await client
    .from(table.name)
    .upsert([row], { onConflict: table.key.join(','), ignoreDuplicates: true })
  if (error) throw new DataError(error, status)
}
