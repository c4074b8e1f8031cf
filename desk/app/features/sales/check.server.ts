/** Checks a form about a sale before anything is written: with script while it is typed, otherwise on submission. */

import type { Reader } from '#data/tables.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { planEdit } from '#services/sales/change-sale.ts'
import { editSentence } from '#services/sales/corrections.ts'
import { type FeeAccount, feeAccount } from '#services/sales/fee-account.ts'
import { type Finding, findFindings } from '#services/sales/findings.ts'
import { changedCells, planNewSale } from '#services/sales/read-sale.ts'
import { specOf } from '#services/sales/sale-types.ts'
import { findSaleAnywhere } from '#services/sales/stored-sales.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { type DeskContext, orNotFound } from '../../context.ts'
import type { TypedSale } from './sale-form.ts'

export interface Checked {
  account: FeeAccount
  findings: Finding[]
  /** The entry for the public log; null if there is none. */
  log: string | null
  /** Why the entry is not known yet, while something is invalid or missing. */
  problem: string | null
}

interface Planned {
  checked: Checked
  fields: Readonly<Record<string, string>>
  row: Row | null
  changes: Row
}

/** @param sale the recorded sale; null for a new one. @throws DataError */
export async function checkSale(
  { database, site }: Pick<DeskContext, 'database' | 'site'>,
  explorer: ExplorerName,
  sale: Row | null,
  { cells, isUnusual }: TypedSale,
): Promise<Planned> {
  const regimes = feeRegimes(site.dvlaPremium)
  try {
    const table = specOf(explorer)
    const { row, changes } = sale
      ? planEdit(explorer, sale, changedCells(table, sale, cells))
      : { row: planNewSale(explorer, cells, isUnusual), changes: {} }
    const isSame = sale !== null && Object.keys(changes).length === 0
    return {
      row,
      changes,
      fields: {},
      checked: {
        account: feeAccount(explorer, row, regimes),
        findings: isSame ? [] : await findFindings(database, explorer, row, regimes),
        log: sale === null || isSame ? null : shownChange(editSentence(table, sale, changes)),
        problem: null,
      },
    }
  } catch (error) {
    if (!(error instanceof ChangeRefusal)) throw error
    const account = { bills: [], why: 'The fees appear here once the form is complete.' }
    return {
      row: null,
      changes: {},
      fields: error.fields,
      checked: { account, findings: [], log: null, problem: error.message },
    }
  }
}

/** @throws a 404 response */
export const requireSale = async (database: Reader, id: string) =>
  orNotFound(await findSaleAnywhere(database, id))
