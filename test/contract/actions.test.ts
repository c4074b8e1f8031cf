/**
 * Every action, whole or not at all: each of its statements is made to fail in turn, COMMIT included, and on PostgreSQL the connection
 * is cut before each, too. After each failure every table is as it was when the action began.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { currentTransaction } from '#data/in-transaction.ts'
import type { Database } from '#data/tables.ts'
import { tables } from '#db/schema.ts'
import { ACTIONS, type Action, type ActionName } from '#services/action.ts'
import { SCENES } from './action-scenes.ts'
import { interfere } from './interfere.ts'
import { openContract } from './open-contract.ts'
import type { Scene } from './scenes/scene.ts'

const contract = openContract({})

const TABLES = [...tables.values()].filter(({ kind }) => kind === 'table').map(({ name }) => name)

/** The database of all scenes; it calls `beforeStatement` before each statement. */
let database: Database
let beforeStatement: (statement: string) => Promise<void>

beforeAll(async () => {
  const { engine, openData, sql } = contract()
  database = openData({ wrap: interfere((statement) => beforeStatement(statement)) })
  if (engine === 'sqlite') return
  // One statement, planned once: a statement for each table would take far longer.
  const rows = TABLES.map((name) => `(SELECT json_agg(t ORDER BY id) FROM ${name} AS t) AS ${name}`)
  await sql(`PREPARE all_rows AS SELECT ${rows}`)
})

/** The rows of all tables. */
async function readTables(): Promise<unknown> {
  const { engine, sql } = contract()
  if (engine === 'postgres') return sql('EXECUTE all_rows')
  return Promise.all(TABLES.map(async (name) => [name, await sql(`SELECT * FROM ${name} ORDER BY id`)]))
}

type Failure = 'the statement fails' | 'the connection ends'

const WAYS: readonly Failure[] =
  process.env.CONTRACT_BACKEND === 'hosted'
    ? ['the statement fails', 'the connection ends']
    : ['the statement fails']

async function fail(failure: Failure): Promise<void> {
  if (failure === 'the statement fails') throw new DataFault('failed', new Error('As the test wants it'))
  const terminate =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'plateworthy_site' AND datname = current_database()"
  while ((await contract().sql(terminate)).length > 0) await sleep(1)
}

const scenes = Object.entries(SCENES).flatMap(([name, list]) =>
  list.map((scene, index) => ({ name: name as ActionName, scene, which: index + 1 })),
)

it.each(scenes)(
  '“$name” is whole or not at all, whichever of its statements fails ($which)',
  async ({ name, scene }) => {
    const { spends = [], leavesNothing = false }: Action = ACTIONS[name]
    for (const failure of WAYS) {
      // The first one of a connection is sent again if that has ended.
      let run: Awaited<ReturnType<Scene>> | undefined
      let failing = failure === 'the connection ends' ? 2 : 1
      let rows: unknown
      for (let hasFailed = true; hasFailed; failing++) {
        // What an action does not spend is as it was.
        if (!run || spends.length > 0) {
          await contract().fill({})
          run = await scene(contract().database, contract().sql)
          rows = null
        }
        let step = 0
        hasFailed = false
        beforeStatement = async (statement) => {
          const current = currentTransaction()
          if (current !== name) {
            if (current !== null && step === 0) expect(spends).toContain(current)
            return
          }
          if (statement === 'BEGIN') rows ??= await readTables()
          step += 1
          if (step !== failing) return
          hasFailed = true
          await fail(failure)
        }
        const result = await run(database).catch((error: unknown) => error)
        const after = await readTables()
        if (hasFailed) {
          expect(result).toBeInstanceOf(DataFault)
          expect(after).toEqual(rows)
        } else {
          // All statements have failed in turn, and without a failure it is done.
          expect(step).toBeGreaterThan(2)
          expect(result).not.toBeInstanceOf(Error)
          if (leavesNothing) expect(after).toEqual(rows)
          else expect(after).not.toEqual(rows)
        }
      }
    }
  },
)
