/**
 * Adds, changes and removes recorded sales of one explorer, with their entries in the public log of corrections. Each changed sale
 * leaves a row of `sale_changes`, and the call one entry in the audit trail.
 */
import { randomUUID } from 'node:crypto'
import { insertRows, type StoredValues } from '#data/stored-rows.ts'
import type { Transaction } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import {
  differing,
  filled,
  type Note,
  type PairedChange,
  pick,
  TableChanges,
  timeAfter,
  type WrittenChange,
  writeChanges,
} from '../changes/write-changes.ts'
import { type SaleChange, type SalesCall, specOf } from './sale-types.ts'
import { saleColumns } from './stored-sales.ts'

/** @throws ChangeConflict; DataFault with code 23505 for a sale that is on record, or a batch that was used */
export function changeSales(transaction: Transaction, call: SalesCall): Promise<WrittenChange> {
  const { explorer } = call
  const { table } = EXPLORERS[explorer]
  const columns = saleColumns(specOf(explorer))
  const kind = { table, columns, history: 'saleChanges', idColumn: 'sale_id', more: { explorer } } as const
  return writeChanges(transaction, kind, call, (part, now) => writeSales(transaction, call, part, now))
}

async function writeSales(
  transaction: Transaction,
  { explorer, reason = null }: SalesCall,
  part: readonly PairedChange<SaleChange>[],
  now: Time,
): Promise<Note[]> {
  const sales = new TableChanges(EXPLORERS[explorer].table)
  const corrections: StoredValues[] = []
  const notes: Note[] = []
  const correct = (
    kind: string,
    { plate_number = null }: StoredValues,
    change: string | null | undefined,
  ) => {
    if (change) corrections.push({ id: randomUUID(), at: now, explorer, plate_number, kind, change, reason })
  }
  for (const { change, old } of part) {
    const { sale = {}, correction } = change
    if (change.remove) {
      if (!old) continue
      if (!correction) throw new Error('A removal needs a correction')
      sales.remove(old.id)
      correct('removed', old, correction)
      notes.push({ at: timeAfter(old, now), row: old, before: whole(old), after: null })
      continue
    }
    if (!old) {
      const row: StoredValues = { id: randomUUID(), created_at: now, ...sale, updated_at: now }
      sales.add(row)
      correct('restored', row, correction)
      notes.push({ at: now, row, before: null, after: whole(row) })
      continue
    }
    const changed = differing(sale, old)
    if (Object.keys(changed).length === 0) continue
    const at = timeAfter(old, now)
    sales.change(old, changed, at)
    // The log names a sale by its published registration.
    correct('edited', old, correction)
    notes.push({ at, row: { ...old, ...changed }, before: pick(old, changed), after: changed })
  }
  await sales.write(transaction)
  await insertRows(transaction, 'corrections', Object.keys(corrections[0] ?? {}), corrections)
  return notes
}

const whole = (row: StoredValues) => filled(row, ['updated_at'])
