/** The drivers of both engines, and what the databases promise to whoever writes past our code. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import type { Reader, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '#services/action.ts'
import { openContract } from './open-contract.ts'

const contract = openContract({})
const database = () => contract().database

beforeEach(() => contract().sql('DELETE FROM settings'))

const names = async (reader: Reader) =>
  (await reader.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

const insert = (transaction: Transaction, name: string) =>
  transaction.insertInto('settings').values({ name, value: '1', person: 'Ann' }).execute()

const write = (name: string, then: (transaction: Transaction) => Promise<unknown> = async () => {}) =>
  action(database(), 'change settings', async (transaction) => {
    await insert(transaction, name)
    await then(transaction)
  })

it('a read beside a transaction does not wait for it, and sees what is committed', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const writing = write('one', async () => {
    begin()
    await finished
  })
  await begun
  expect(await names(database())).toEqual([])
  finish()
  await writing
  expect(await names(database())).toEqual(['one'])
})

it('whoever uses the database within a transaction is told to use the transaction', async () => {
  await expect(write('one', () => names(database()))).rejects.toThrow('Use the transaction of')
  await expect(write('one', () => write('two'))).rejects.toThrow('Use the transaction of')
  expect(await names(database())).toEqual([])
  await write('three')
  expect(await names(database())).toEqual(['three'])
})

it('two actions that change the same come one after the other, while the event loop runs', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 5)
  await write('one')
  const order: string[] = []
  const change = (person: string) =>
    action(contract().openData(), 'change settings', async (transaction) => {
      await transaction.updateTable('settings').set({ person }).where('name', '=', 'one').execute()
      await sleep(60)
      order.push(person)
    })
  await Promise.all([change('Ann'), change('Ben')])
  clearInterval(counting)
  const { person } = await database().selectFrom('settings').select('person').executeTakeFirstOrThrow()
  expect(person).toBe(order.at(-1))
  expect(turns).toBeGreaterThan(5)
})

it('a rule of the database is the same fault on both engines', async () => {
  const refused = async (row: { name: string; value: string; person: string }) => {
    const error = await action(database(), 'change settings', (transaction) =>
      transaction.insertInto('settings').values(row).execute(),
    ).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(DataFault)
    const { kind, code, status } = error as DataFault
    return { kind, code, status }
  }
  await write('one')
  const given = { name: 'two', value: '1', person: 'Ann' }
  expect(await refused({ ...given, name: 'one' })).toEqual({ kind: 'refused', code: '23505', status: 409 })
  expect(await refused({ ...given, value: '' })).toEqual({ kind: 'refused', code: '23514', status: 409 })
})

it('an action that is refused or fails leaves nothing, and one whose result is no refusal is stored', async () => {
  const refusal = { ok: false, reason: 'expired' }
  const result = await action(database(), 'change settings', async (transaction) => {
    await insert(transaction, 'one')
    return refusal
  })
  expect(result).toBe(refusal)
  await expect(write('two', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await names(database())).toEqual([])
})

it('two actions that wait for one another are both done', async () => {
  await write('one')
  await write('two')
  const rename = (first: string, second: string) =>
    action(database(), 'change settings', async (transaction) => {
      for (const name of [first, second]) {
        await transaction.updateTable('settings').set({ person: first }).where('name', '=', name).execute()
        await sleep(100)
      }
    })
  await Promise.all([rename('one', 'two'), rename('two', 'one')])
  const people = await database().selectFrom('settings').select('person').distinct().execute()
  expect(people).toHaveLength(1)
})

it('a time is the same text on both engines, with what the database itself has written', async () => {
  const at = new Date('2026-11-28T14:41:38.280Z')
  await action(database(), 'change settings', (transaction) =>
    transaction
      .insertInto('settings')
      .values({ name: 'one', value: '1', person: 'Ann', createdAt: toTime(at) })
      .execute(),
  )
  const row = await database().selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  expect(row.createdAt).toBe('2026-11-28T14:41:38.28+00:00')
  expect(row.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  const same = database().selectFrom('settings').select('name').where('updatedAt', '=', row.updatedAt)
  expect(await same.execute()).toHaveLength(1)
})

it('the trail and the corrections are only added to, whoever asks the database', async () => {
  await action(database(), 'change settings', (transaction) =>
    transaction.insertInto('audit').values({ person: 'Ann', command: 'test', change: 'One' }).execute(),
  )
  const ask = (text: string) => contract().asSite(text)
  const correction = "('uk', 'A 1', 'edited', 'Month', 'A source')"
  await ask(`INSERT INTO corrections (explorer, plate_number, kind, change, reason) VALUES ${correction}`)
  const refusal = /is only added to|permission denied/
  await expect(ask("UPDATE audit SET change = 'Other'")).rejects.toThrow(refusal)
  await expect(ask("UPDATE audit SET person_id = NULL, person = 'Ben'")).rejects.toThrow(refusal)
  await expect(ask('DELETE FROM audit')).rejects.toThrow(refusal)
  await expect(ask("UPDATE corrections SET reason = 'None'")).rejects.toThrow(refusal)
  await expect(ask('DELETE FROM corrections')).rejects.toThrow(refusal)
})

/** What a database does when it is killed, and what happens when the network between is cut. */
describe.runIf(process.env.CONTRACT_BACKEND === 'hosted')('a connection that ends', () => {
  const endAll = () =>
    contract().sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'plateworthy_site' AND datname = current_database()",
    )

  it('within a transaction is one fault, undoes what was written, and does not end the process', async () => {
    const fault = await write('one', async (transaction) => {
      await endAll()
      await sleep(50)
      await insert(transaction, 'two')
    }).catch((error: unknown) => error)
    expect(fault).toMatchObject({ name: 'DataFault', kind: 'lost' })
    expect(await names(database())).toEqual([])
  })

  it('while nobody uses it is replaced by another one, for reads and for actions', async () => {
    await names(database())
    await endAll()
    expect(await names(database())).toEqual([])
    await endAll()
    await write('one')
    expect(await names(database())).toEqual(['one'])
  })

  it('and a time limit that passes are different faults', async () => {
    const slow = sql`SELECT pg_sleep(5)`
    const limited = write('one', async (transaction) => {
      await sql`SET LOCAL statement_timeout = 100`.execute(transaction)
      await slow.execute(transaction)
    })
    await expect(limited).rejects.toMatchObject({ kind: 'slow' })
  })
})
