/** The public log of corrections: which changes it contains, and their wording. */

import { CellError, readLine } from '#shared/cells/fields.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { refuseField, sentence } from '../changes/refusal.ts'
import { describeSale } from './describe-sale.ts'
import { describeSaleChanges } from './sale-changes.ts'
import { type RecordedSaleChange, specOf } from './sale-types.ts'

export const MAX_REASON_LENGTH = 1000
const MAX_CHANGE_LENGTH = 2000

/** 'Hammer price £4,520 → £4,250; month January → February' */
export const editSentence = (table: TableSpec, sale: Row, changes: Row): string =>
  escapeLine(describeSaleChanges(table, sale, changes), MAX_CHANGE_LENGTH)

/** 'Removed: July 2024, Bonhams, hammer £53,000 reported' */
export const removalSentence = (sale: Row): string => `Removed: ${describeSale(sale)}`

/** 'On record again: July 2024, Bonhams, hammer £53,000 reported' */
export const restoreSentence = (sale: Row): string => `On record again: ${describeSale(sale)}`

/** Describes a change for the desk: 'Recorded: July 2024, …', or the text of the public log. */
export function describeRecordedChange({ explorer, before, after }: RecordedSaleChange): string {
  const table = specOf(explorer)
  if (before === null) return `Recorded: ${describeSale(wholeSale(explorer, after ?? {}))}`
  return after === null ? removalSentence(wholeSale(explorer, before)) : editSentence(table, before, after)
}

/** Snapshots of added and removed sales omit null columns. */
export const wholeSale = (explorer: ExplorerName, kept: Row): Row => ({
  ...Object.fromEntries(specOf(explorer).columns.map((column): [string, null] => [column, null])),
  ...kept,
})

/** One line, since it is part of a list. @throws InvalidInput */
export function readCorrectionReason(text: string): string {
  try {
    const reason = readLine(MAX_REASON_LENGTH)(text)
    if (reason !== '') return reason
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    return refuseField('reason', sentence(error.message))
  }
  return refuseField('reason', 'Say why in one sentence. It is published.')
}
