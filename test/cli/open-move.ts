/** A move of an embedded database with rows in every table. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { openCliBackend } from '#cli/backend.ts'
import { moveEverything } from '#cli/move/move-everything.ts'
import { COPIED_TABLES, EXCLUDED_TABLES } from '#cli/move/tables.ts'
import { nameOf, openFolder } from '#cli/move/target.ts'
import type { OpenOptions } from '#data/open-kysely.ts'
import { readTable } from '#data/read-table.ts'
import type { StoredValues } from '#data/stored-rows.ts'
import type { Reader } from '#data/tables.ts'
import { openData } from '#db/embedded.ts'
import { tables } from '#db/schema.ts'
import { type Closed, readClosed } from '#services/mail/sending.ts'
import { fillEveryTable } from '../fill-every-table.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openTestCli, recordingTerminal, type TestCli } from './open-cli.ts'

/** Closed, as by the stop of its site. */
export async function openSource(environment: Record<string, string> = {}) {
  const source = openTestCli(environment, { seed: false })
  await fillEveryTable(source.database)
  await source.close()
  return source
}

/** A move into a folder without a database. */
export async function openMove() {
  const source = await openSource()
  const folder = join(temporaryFolder(), 'var')
  const move = (...args: string[]) => source.run('move', '--to-folder', folder, ...args)
  // In the test's process, so that a statement can fail.
  const moveWith = async (options: OpenOptions) => {
    const target = openFolder(folder)
    const backend = openCliBackend(source.environment, 'move')
    const from = openData(backend.env.DATA_DIR, options)
    const to = openData(folder, options)
    try {
      const here = { ...backend, name: await nameOf(backend.env), database: from }
      return await moveEverything(here, { ...target, database: to }, recordingTerminal(null).terminal, false)
    } finally {
      for (const database of [from, to, target.database]) await database.destroy()
      await backend.close()
    }
  }
  return { source, folder, target: openTestCli({ DATA_DIR: folder }), move, moveWith }
}

/** Which backend a site over it says that it is, source and target. */
export const closedOf = async (...sides: TestCli[]): Promise<(Closed['kind'] | null)[]> =>
  Promise.all(sides.map(async (side) => (await side.withData(readClosed))?.kind ?? null))

/** Every row, with six digits of each time, without the row that records which backend sends. */
export async function rowsOf(reader: Reader, table: string): Promise<StoredValues[]> {
  const columns = tables.get(table)?.columns ?? new Map()
  const rows: StoredValues[] = []
  for await (const row of readTable(reader, table, [...columns.keys()])) {
    if (table === 'site_state' && row.name === 'sending') continue
    const entries = Object.entries(row).map(([name, value]) => {
      if (columns.get(name)?.type !== 'timestamptz' || value === null) return [name, value]
      const fraction = (/\.(\d+)/.exec(String(value))?.[1] ?? '').padEnd(6, '0')
      return [name, `${new Date(String(value)).toISOString().slice(0, 19)}.${fraction}`]
    })
    rows.push(Object.fromEntries(entries))
  }
  return rows
}

export async function expectSame(source: TestCli, target: TestCli): Promise<void> {
  const read = (side: TestCli, name: string) => side.withData((database) => rowsOf(database, name))
  for (const { name } of COPIED_TABLES) {
    const rows = await read(source, name)
    expect(rows, name).not.toEqual([])
    expect([name, await read(target, name)]).toEqual([name, rows])
  }
  for (const name of Object.keys(EXCLUDED_TABLES))
    expect([name, await read(target, name)]).toEqual([name, []])
}
