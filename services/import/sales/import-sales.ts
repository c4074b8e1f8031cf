/** Implements imports of sales. */
import { explorerOf } from '#shared/sales/explorers.ts'
import { changeInParts } from '../../changes/write-changes.ts'
import { readSalesVersion } from '../../sales/stored-sales.ts'
import { changeSales } from '../../sales/write-sales.ts'
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
  version: (database) => readSalesVersion(database, form.table),
  compare: (database, { rows }, unit) => compareWithSales(database, form, rows, unit),
  decide: (findings, { contradictions }) => decideSales(findings, form.table, contradictions),
  problem({ counts }, { reason }) {
    if (form.isWhole && counts.refused > 0) return 'The results of an auction are imported as a whole.'
    return counts.corrected > 0 && reason === '' ? 'The corrections need a reason.' : null
  },
  async write(database, plan, { actor, action, fileName, batch, choices }, finish) {
    const source = form.name === '' ? fileName : `${fileName} (${form.name})`
    const reason = plan.counts.corrected > 0 ? choices.reason : null
    const change = `${describeSalesPlan(plan, form.table)}, from ${source}${reason === null ? '' : `; reason: ${reason}`}`
    const explorer = explorerOf(form.table.name)
    const call = { explorer, actor, action, change, reason, batch, changes: writesOf(plan) }
    await changeInParts(database, 'import a list', call, changeSales, finish)
  },
})
