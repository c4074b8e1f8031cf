import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const DAYS = 760

/** Counts of 25 months up to today: the same pages each day, and enough registrations to reach the number of rows. */
export function fillPageViews(dataDir: string, rows: number): void {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  database.exec('BEGIN')
  const insert = database.prepare('INSERT INTO page_views (day, path, views) VALUES (?, ?, ?)')
  const perDay = Math.floor(rows / DAYS)
  for (let ago = 0; ago < DAYS; ago++) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    for (let index = 0; index < perDay; index++) {
      const path = index < 30 ? `/plate/AB ${index}` : `/registration/A${(ago * 31 + index) % 5_000}`
      insert.run(day, path, 1 + ((ago + index * 7) % 40))
    }
  }
  database.exec('COMMIT')
  database.close()
}
