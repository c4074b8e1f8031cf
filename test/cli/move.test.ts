/** `move` between embedded databases; hosted.test.ts moves to PostgreSQL and back. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { COPIED_TABLES } from '#cli/move/tables.ts'
import { openFolder } from '#cli/move/target.ts'
import { DataFault } from '#data/data-fault.ts'
import { currentTransaction } from '#data/in-transaction.ts'
import type { Database } from '#data/tables.ts'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import { readClosed } from '#services/mail/sending.ts'
import { interfere } from '../contract/interfere.ts'
import { IDS } from '../fill-every-table.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { transact } from '../transact.ts'
import { openTestCli } from './open-cli.ts'
import { closedOf, expectSame, openMove, openSource, rowsOf } from './open-move.ts'

const log = { request() {}, info() {}, error() {} }

/** The emails that a site on this backend would send now. */
async function deliveriesOf(database: Database): Promise<string[]> {
  const sent: string[] = []
  let stop = async () => {}
  const mailer = {
    kind: 'smtp' as const,
    send: async ({ subject }: { subject: string }) => void sent.push(subject),
    close() {},
  }
  await new Promise<void>((resolve) => {
    const outbox = createOutbox({
      database,
      mailer: mailer as never,
      settings: fixedSettings(),
      log,
      firstRetryMs: 1_000,
      leaseMs: 20_000,
      // Follows the deliveries that are due.
      removeOld: async () => resolve(),
    })
    stop = () => outbox.stop()
    outbox.start()
  })
  await stop()
  return sent.sort()
}

const runAlerts = (database: Database) =>
  new AlertRunner({
    database,
    siteUrl: 'https://plates.test',
    settings: fixedSettings(),
    log,
    onQueued() {},
    quietMs: 0,
  }).run()

const setPrice = (price: number) => (database: Database) =>
  transact(database, (transaction) =>
    transaction.updateTable('plates').set({ price }).where('id', '=', IDS.plate).execute(),
  )

it('A move copies every table with ids and times, and the pending e-mails are then sent by the target alone', async () => {
  const { source, folder, target, move } = await openMove()
  const preview = await move('--dry-run')
  expect(preview).toMatchObject({ code: 0, out: expect.arrayContaining(['  enquiries: 4 rows']) })
  expect(existsSync(folder)).toBe(false)

  const { code, out } = await move()
  expect([code, out.length]).toEqual([0, COPIED_TABLES.length + 1])
  await expectSame(source, target)
  const other = `the database in ${folder}`
  expect(await target.withData((database) => rowsOf(database, 'audit'))).toContainEqual(
    expect.objectContaining({ command: 'move', change: `everything moved to ${other}` }),
  )
  expect(await source.withData(readClosed)).toMatchObject({ kind: 'moved', other })
  expect(await target.withData(readClosed)).toBeNull()
  expect(await source.withData(deliveriesOf)).toEqual([])
  expect(await target.withData(deliveriesOf)).toHaveLength(4) // the enquiry, the reply, the acknowledgement, the notice
  await source.withData(setPrice(900))
  expect(await source.withData(runAlerts)).toBe(0)
  expect(await target.withData(runAlerts)).toBe(0)
  const mails = await target.withData((database) => rowsOf(database, 'mails'))
  expect(mails.filter(({ kind }) => kind === 'alert')).toEqual([])
})

it('A move copies a person and an enquirer whose name is that of a state of the site', async () => {
  const { source, target, move } = await openMove()
  await source.withData((database) =>
    transact(database, async (transaction) => {
      await transaction.updateTable('people').set({ name: 'sending' }).execute()
      await transaction.updateTable('enquiries').set({ name: 'sending' }).execute()
    }),
  )
  expect(await move()).toMatchObject({ code: 0 })
  await expectSame(source, target)
})

it('A move is refused while a site has the database open', async () => {
  const { source, folder, move } = await openMove()
  await source.publicClient().from('plates').select('id').throwOnError()
  expect(await move()).toMatchObject({ code: 1, all: expect.stringContaining('is in use: stop the site') })
  expect(existsSync(folder)).toBe(false)
})

/** Fails before this action of this name is committed. */
const failAt = (name: string, count: number) => {
  let commits = 0
  return interfere((step) => {
    if (step !== 'COMMIT' || currentTransaction() !== name) return
    commits += 1
    if (commits === count) throw new DataFault('failed', new Error('As the test wants it'))
  })
}

it('A move that stops between any two of its steps is completed by the next one, and never do both sides send', async () => {
  const { source, target, move, moveWith } = await openMove()
  const stopAt = async (name: string, count = 1) => {
    await expect(moveWith({ wrap: failAt(name, count) })).rejects.toThrow('As the test wants it')
    return closedOf(source, target)
  }
  expect(await stopAt('pause sending')).toEqual([null, null])
  expect(await target.withData((database) => rowsOf(database, 'plates'))).toEqual([])
  for (let part = 1; part <= COPIED_TABLES.length; part++)
    expect([part, await stopAt('copy rows', part)]).toEqual([part, [null, 'copy']])
  expect(await stopAt('pause sending')).toEqual([null, 'copy'])
  expect(await stopAt('resume sending')).toEqual(['moved', 'copy'])
  await source.close()
  await target.close()
  expect(await move()).toMatchObject({ code: 0 })
  await expectSame(source, target)
  expect(await closedOf(source, target)).toEqual(['moved', null])
})

it('A part of a move that fails for a moment is sent again', async () => {
  const { source, target, moveWith } = await openMove()
  let commits = 0
  const wrap = interfere((step) => {
    if (step !== 'COMMIT' || currentTransaction() !== 'copy rows') return
    commits += 1
    if (commits === 3) throw new DataFault('lost', new Error('Connection terminated'))
  })
  expect(await moveWith({ wrap })).toBe(0)
  await expectSame(source, target)
})

it('A table whose rows or values differ after the copying is named, and the source goes on sending', async () => {
  const { source, target, move, moveWith } = await openMove()
  await expect(moveWith({ wrap: failAt('copy rows', COPIED_TABLES.length) })).rejects.toThrow(DataFault)
  await source.withData(setPrice(2000))
  await source.withData((database) =>
    transact(database, (transaction) =>
      transaction.deleteFrom('sales').where('id', '=', IDS.oldSale).execute(),
    ),
  )
  await source.close()
  const { code, all } = await move()
  expect([code, all]).toEqual([1, expect.stringContaining('Not equal: plates, sales.')])
  expect(await closedOf(source, target)).toEqual([null, 'copy'])
})

it('A move that a database stops says so, and that the same command continues it', async () => {
  const { folder, move } = await openMove()
  const { database } = openFolder(folder)
  await database.destroy()
  const owner = new DatabaseSync(join(folder, DATABASE_NAME))
  owner.exec("CREATE TRIGGER stop BEFORE INSERT ON sales BEGIN SELECT RAISE(ABORT, 'not today'); END")
  expect(await move()).toMatchObject({
    code: 1,
    all: expect.stringContaining(
      'The move stopped, because a backend failed: its database failed (not today). Run the same command again',
    ),
  })
  owner.exec('DROP TRIGGER stop')
  owner.close()
  expect(await move()).toMatchObject({ code: 0 })
})

it('A move reads and writes long rows in small parts', async () => {
  const { source, target, moveWith } = await openMove()
  const mails = Array.from({ length: 1_100 }, (_, index) => ({
    mailKey: `alert long ${index}`,
    kind: 'alert' as const,
    recipient: 'zoe@visitors.test',
    subject: 'New',
    body: 'Ü'.repeat(index < 100 ? 4_000 : 1),
    delivery: 'undeliverable' as const,
  }))
  const files = [1, 2, 3, 4, 5].map((number) => ({
    pictureId: IDS.picture,
    mediaType: 'image/webp' as const,
    content: 'UklG',
    name: `large${number}`,
  }))
  await source.withData((database) =>
    transact(database, async (transaction) => {
      for (const mail of mails) await transaction.insertInto('mails').values(mail).execute()
      await transaction.insertInto('pictureFiles').values(files).execute()
    }),
  )
  await source.close()
  const written: { rows: number; length: number }[] = []
  const limits = new Set<unknown>()
  const code = await moveWith({
    log({ query: { sql, parameters } }) {
      if (/^select .* from "picture_files" .* limit/.test(sql)) limits.add(parameters.at(-1))
      if (!sql.startsWith('insert into "mails"')) return
      const list = String(parameters[0])
      written.push({ rows: JSON.parse(list).length, length: list.length })
    },
  })
  expect(code).toBe(0)
  await expectSame(source, target)
  expect(Math.max(...written.map(({ rows }) => rows))).toBe(200)
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(251_000)
  // A file has up to 7,000,000 characters, and a page is in memory as a whole.
  expect([...limits]).toEqual([4])
})

it('A folder with rows, or a source that was moved elsewhere, is refused', async () => {
  const { source, folder, target, move } = await openMove()
  expect(await move()).toMatchObject({ code: 0 })
  const other = await openSource()
  for (const option of [[], ['--dry-run']])
    expect(await other.run('move', '--to-folder', folder, ...option)).toMatchObject({
      code: 1,
      all: expect.stringContaining(`the database in ${folder} is not empty: it has plates, `),
    })
  expect(await closedOf(source, target)).toEqual(['moved', null])
  await source.close()
  const elsewhere = await source.run('move', '--to-folder', `${folder}-2`)
  expect([elsewhere.code, elsewhere.all]).toEqual([
    1,
    expect.stringContaining(`was moved to the database in ${folder}`),
  ])
})

it('A backend that was moved sends again after a move with --open', async () => {
  const { source, move } = await openMove()
  expect((await source.run('move', '--open')).out).toEqual(['This backend already sends e-mail.'])
  await move()
  expect((await source.run('doctor')).all).toContain('was moved to')
  expect((await source.run('move', '--open')).out.at(-1)).toBe('This backend sends e-mail again.')
  expect((await source.run('doctor')).all).not.toContain('was moved to')
})

it.each([[[]], [['--to-database', '--to-folder', 'var']]])('A move needs one target: %j', async (options) => {
  const { code, all } = await openTestCli({}, { seed: false }).run('move', ...options)
  expect([code, all]).toEqual([2, expect.stringContaining('Name one target')])
})
