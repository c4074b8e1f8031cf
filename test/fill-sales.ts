import { DatabaseSync } from 'node:sqlite'
import { MOST_ARCHIVED } from '#shared/sales/archive.ts'
import type { SalesTable } from '#shared/sales/explorers.ts'

/** Adds more sales than a server publishes by itself. */
export function addManySales(dataDir: string, table: SalesTable = 'sales'): void {
  const database = new DatabaseSync(`${dataDir}/plateworthy.db`)
  const insert = database.prepare(
    `INSERT INTO ${table} (plate_number, sale_year, total_price, price_basis, selection) VALUES (?, 2020, 900, 'total', 'own')`,
  )
  database.exec('BEGIN')
  for (let number = 0; number <= MOST_ARCHIVED; number++) insert.run(`A ${number}`)
  database.exec('COMMIT')
  database.close()
}
