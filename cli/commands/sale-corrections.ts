/** Corrections of recorded sales: each one is logged for the public, in the transaction of its change. */

import { readYesNo } from '#services/import/rows/fields.ts'
import { tableSpecs } from '#services/import/rows/table-specs.ts'
import {
  editSale as editRecordedSale,
  planEdit,
  removeSale as removeRecordedSale,
} from '#services/sales/change-sale.ts'
import { editSentence, MAX_REASON_LENGTH } from '#services/sales/corrections.ts'
import { describeSale } from '#services/sales/describe-sale.ts'
import { findFindings } from '#services/sales/findings.ts'
import { explorerOf } from '#services/sales/sales-store.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import { readAll } from '#shared/data/read-all.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { plural } from '#shared/text/format.ts'
import { CALL, columns, command } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { findSale, SALE_OPTIONS } from '../rows/find-sale.ts'
import { labelErrors } from '../rows/parse-options.ts'
import { readReason } from '../rows/read-reason.ts'
import type { Terminal } from '../terminal.ts'

const SHARED_OPTIONS = {
  jersey: { type: 'boolean', help: "one of Jersey's sales" },
  ...SALE_OPTIONS,
  reason: { type: 'string', value: 'sentence', help: 'why; it is published' },
  yes: { type: 'boolean', short: 'y', help: 'do not ask' },
} as const

const WHICH = '--year, --month, --seller and --id choose the sale if there are several of the registration.'

const pick = (values: { jersey?: boolean }) => (values.jersey ? tableSpecs.jersey_sales : tableSpecs.sales)

export const PUBLISH_SALES = `The static exports have not changed: publish them again with ${CALL} archive publish`

export const editSale = command({
  name: 'edit',
  summary: 'correct a recorded sale',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: [
    `${WHICH} The other`,
    'options have the correct values; an empty text removes one. The price basis, and a total that was computed from the',
    'hammer price, follow from the prices unless they are given. What changed, when and why is published.',
  ].join('\n'),
  examples: [
    "sales edit 'AB 1' --hammer-price 4,250 --reason 'The house corrected its list.'",
    "sales edit 'AB 1' --year 2024 --new-month February --reason 'The report is dated 3 February.'",
  ],
  options: {
    ...SHARED_OPTIONS,
    'hammer-price': { type: 'string', value: 'pounds', help: 'the price before fees' },
    'total-price': {
      type: 'string',
      value: 'pounds',
      help: "the price with fees and taxes; Jersey's one price",
    },
    'price-basis': { type: 'string', value: 'word', help: 'both, total, hammer or unclear' },
    'new-month': { type: 'string', value: 'month', help: 'the correct month: 1 to 12, or its name' },
    'new-year': { type: 'string', value: 'year', help: 'the correct year' },
    'where-sold': { type: 'string', value: 'name', help: 'auction house or dealer' },
    selection: { type: 'string', value: 'word', help: 'complete, sample, highest, reported or own' },
    'source-url': { type: 'string', value: 'address', help: 'where it was reported' },
    note: { type: 'string', help: 'a remark' },
  },
  async run({ values, positionals, terminal, backend }) {
    const table = pick(values)
    const cells = {
      hammer_price: values['hammer-price'],
      total_price: values['total-price'],
      price_basis: values['price-basis'],
      sale_month: values['new-month'],
      sale_year: values['new-year'],
      where_sold: values['where-sold'],
      selection: values.selection,
      source_url: values['source-url'],
      note: values.note,
    }
    if (Object.values(cells).every((cell) => cell === undefined))
      throw new UsageError('Nothing to change: pass an option such as --hammer-price 4250.')
    const reason = readReason(values.reason)
    const { serviceClient, actor, env } = backend()
    const { site } = await readSiteSettings(serviceClient, defaultsOf(env))
    const sale = await findSale(serviceClient, table, positionals[0] as string, { choice: values, terminal })
    const explorer = explorerOf(table)
    const { changes, row } = planEdit(explorer, sale, cells)
    const name = `the sale of ${sale.plate_number}`
    if (Object.keys(changes).length === 0)
      return terminal.out(`Nothing to change: ${name} (${describeSale(sale)}) already has these values.`)
    terminal.out(`The sale of ${sale.plate_number} (${describeSale(sale)}):`)
    terminal.out(`  ${editSentence(table, sale, changes)}`)
    terminal.out(`  Reason: ${reason}`)
    for (const { text } of await findFindings(serviceClient, explorer, row, feeRegimes(site.dvlaPremium)))
      terminal.note(`Note: ${text}`)
    if (!(await isConfirmed(terminal, values, 'Make and publish this correction?'))) return
    await editRecordedSale(serviceClient, { explorer, sale, changes, reason, actor })
    terminal.out(`The sale of ${sale.plate_number} is corrected: ${describeSale(row)}.`)
    terminal.note(PUBLISH_SALES)
  },
})

export const removeSale = command({
  name: 'remove',
  summary: 'remove a recorded sale that should not be there',
  usage: '<registration>',
  argumentCount: [1, 1],
  details: [`${WHICH} That it`, 'was removed, when and why is published.'].join('\n'),
  examples: [
    "sales remove 'AB 1' --year 2024 --reason 'The buyer withdrew; the plate was offered again in 2025.'",
  ],
  options: SHARED_OPTIONS,
  async run({ values, positionals, terminal, backend }) {
    const table = pick(values)
    const reason = readReason(values.reason)
    const { serviceClient, actor } = backend()
    const sale = await findSale(serviceClient, table, positionals[0] as string, { choice: values, terminal })
    terminal.out(`The sale of ${sale.plate_number} (${describeSale(sale)}) will be removed.`)
    terminal.out(`  Reason: ${reason}`)
    if (!(await isConfirmed(terminal, values, 'Remove it and publish the correction?'))) return
    await removeRecordedSale(serviceClient, { explorer: explorerOf(table), sale, reason, actor })
    terminal.out(`The sale of ${sale.plate_number} is removed.`)
    terminal.note(PUBLISH_SALES)
  },
})

async function isConfirmed(
  terminal: Terminal,
  { yes }: { yes?: boolean },
  question: string,
): Promise<boolean> {
  if (yes) return true
  if (!terminal.isInteractive) throw new UsageError('Nothing has been changed: confirm with --yes.')
  const answer = await terminal.ask(question, 'no')
  if (labelErrors('The answer', () => readYesNo(answer))) return true
  terminal.out('Nothing has been changed.')
  return false
}

export const listCorrections = command({
  name: 'corrections',
  summary: 'list the published corrections, newest last',
  examples: ['sales corrections', 'sales corrections --json'],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, terminal, backend }) {
    const entries: Record<string, unknown>[] = []
    for await (const row of readAll(backend().client, 'corrections')) entries.push(row)
    entries.sort((a, b) => Date.parse(String(a.at)) - Date.parse(String(b.at)))
    if (values.json) return terminal.out(JSON.stringify(entries, null, 2))
    const rows = entries.map(({ at, explorer, plate_number, change, reason }) => [
      `${new Date(String(at)).toISOString().slice(0, 10)}  ${escapeTerminal(plate_number)}${explorer === 'jersey' ? ' (Jersey)' : ''}`,
      `${escapeTerminal(change, 2000)}. ${escapeTerminal(reason, MAX_REASON_LENGTH)}`,
    ])
    if (rows.length > 0) for (const line of columns(rows)) terminal.out(line)
    terminal.note(`${plural(entries.length, 'correction')}.`)
  },
})
