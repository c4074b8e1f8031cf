/** A move of an embedded database with rows in every table to a hosted backend. */
import { expect } from 'vitest'
import { COPIED_TABLES, EXCLUDED_TABLES } from '#cli/move/tables.ts'
import { tables } from '#db/schema.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { fillEveryTable } from '../fill-every-table.ts'
import { openHostedCli, openTestCli } from './open-cli.ts'

export async function openMove(options: Parameters<typeof openHostedCli>[0] = {}) {
  const target = await openHostedCli(options)
  const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey }, { seed: false })
  await fillEveryTable(source.client)
  const move = (...args: string[]) => {
    source.close()
    return source.run('move', '--to', target.url, ...args)
  }
  return { source, target, move }
}

/** Every row, with its times as numbers, without the row that records which backend sends. */
export async function rowsOf(client: BackendClient, table: string) {
  const columns = tables.get(table)?.columns
  const rows: Record<string, unknown>[] = []
  const pageRows = COPIED_TABLES.find(({ name }) => name === table)?.pageRows
  for await (const row of readAll(client, table, undefined, { pageRows })) {
    if (table === 'site_state' && row.name === 'sending') continue
    const entries = Object.entries(row).map(([name, value]) => {
      if (columns?.get(name)?.type !== 'timestamptz' || value === null) return [name, value]
      const fraction = (/\.(\d+)/.exec(String(value))?.[1] ?? '').padEnd(6, '0')
      return [name, `${new Date(String(value)).toISOString().slice(0, 19)}.${fraction}`]
    })
    rows.push(Object.fromEntries(entries))
  }
  return rows
}

export async function expectSame(source: BackendClient, target: BackendClient): Promise<void> {
  for (const { name } of COPIED_TABLES) {
    const rows = await rowsOf(source, name)
    expect(rows, name).not.toEqual([])
    expect([name, await rowsOf(target, name)]).toEqual([name, rows])
  }
  for (const name of Object.keys(EXCLUDED_TABLES))
    expect([name, await rowsOf(target, name)]).toEqual([name, []])
}
