import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openBackend } from '#db/embedded.ts'
import type { SyntheticPlate } from './synthetic-stock.ts'

/**
 * Creates a database in the folder with these plates in stock, and no others unless they are added to those of the
 * seed.
 */
export function fillStock(dataDir: string, plates: SyntheticPlate[], { isAdded = false } = {}): void {
  openBackend({ dataDir }).close()
  const file = readdirSync(dataDir).find((name) => name.endsWith('.db'))
  if (!file) throw new Error(`There is no database in ${dataDir}`)
  const database = new DatabaseSync(join(dataDir, file))
  database.exec('BEGIN')
  if (!isAdded) database.exec('DELETE FROM plates')
  const insert = database.prepare(
    'INSERT INTO plates (id, plate_number, price, description, is_feature) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { id, registration, priceGbp, description, isFeature } of plates)
    insert.run(id, registration, priceGbp, description, Number(isFeature))
  database.exec('COMMIT')
  database.close()
}
