/** Implements imports of sales. */
import { requireRows } from '#shared/data/response.ts'
import { explorerOf } from '#shared/sales/explorers.ts'
import { changeSales } from '../../sales/sales-store.ts'
import type { ListImport } from '../list-import.ts'
import { writesOf } from '../plan-writes.ts'
import { compareWithSales, type SalesFinding } from './compare-with-sales.ts'
import { decideSales, describeSalesPlan, type SalesPlan } from './decide.ts'
import { type ListedSales, readSales } from './read-rows.ts'
import type { SalesForm } from './sales-form.ts'

export const salesImport = (
  form: SalesForm,
): ListImport<ListedSales, readonly SalesFinding[], SalesPlan> => ({
  read: (list, { headings, columns }, options) => readSales(list, { form, headings, columns }, options),
  async version(client) {
    const latest = client.from(form.table.name).select('updated_at', { count: 'exact' })
    const response = await latest.order('updated_at', { ascending: false }).limit(1)
    const [row] = requireRows(response)
    return `${response.count} ${row?.updated_at}`
  },
  compare: (client, { rows }, unit) => compareWithSales(client, form, rows, unit),
  decide: (findings, { contradictions }) => decideSales(findings, form.table, contradictions),
  problem({ counts }, { reason }) {
    if (form.isWhole && counts.refused > 0) return 'The results of an auction are imported as a whole.'
    return counts.corrected > 0 && reason === '' ? 'The corrections need a reason.' : null
  },
  result: ({ counts }) => ({
    added: counts.new,
    changed: counts.changed,
    corrected: counts.corrected,
    unchanged: counts.unchanged,
    refused: counts.refused,
    leftOut: counts.skipped,
  }),
  async write(client, plan, { actor, action, fileName, batch, choices }) {
    const source = form.name === '' ? fileName : `${fileName} (${form.name})`
    const reason = plan.counts.corrected > 0 ? choices.reason : null
    const change = `${describeSalesPlan(plan, form.table)}, from ${source}${reason === null ? '' : `; reason: ${reason}`}`
    const call = { actor, action, change, reason, batch, changes: writesOf(plan) }
    await changeSales(client, { ...call, explorer: explorerOf(form.table.name) })
  },
})
