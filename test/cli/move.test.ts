/** `move` between an embedded database and a server of the same contract; hosted.test.ts moves to PostgREST. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COPIED_TABLES } from '#cli/move/tables.ts'
import type { Database } from '#data/tables.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import { readClosed } from '#services/mail/rest-sending.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { IDS } from '../fill-every-table.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openTestCli } from './open-cli.ts'
import { expectSame, openMove, rowsOf } from './open-move.ts'

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

const alertMails = async (client: BackendClient) =>
  (await rowsOf(client, 'mails')).filter(({ kind }) => kind === 'alert')

const runAlerts = (database: Database) =>
  new AlertRunner({
    database,
    siteUrl: 'https://plates.test',
    settings: fixedSettings(),
    log,
    onQueued() {},
    quietMs: 0,
  }).run()

it('A move copies every table with ids and times, and the pending e-mails are then sent by the target alone', async () => {
  const { source, target, move } = await openMove()
  const preview = await move('--dry-run')
  expect(preview).toMatchObject({ code: 0, out: expect.arrayContaining(['  enquiries: 4 rows']) })
  expect(await rowsOf(target.client, 'plates')).toEqual([])
  expect(await readClosed(target.client)).toBeNull()

  const { code, out } = await move()
  expect([code, out.length]).toEqual([0, COPIED_TABLES.length + 1])
  await expectSame(source.client, target.client)
  expect(await rowsOf(target.client, 'audit')).toContainEqual(
    expect.objectContaining({ command: 'move', change: `everything moved to ${target.url}/rest/v1` }),
  )
  expect(await readClosed(source.client)).toMatchObject({ kind: 'moved', other: `${target.url}/rest/v1` })
  expect(await source.withData(deliveriesOf)).toEqual([])
  expect(await target.withData(deliveriesOf)).toHaveLength(4) // the enquiry, the reply, the acknowledgement, the notice
  await source.client.from('plates').update({ price: 900 }).eq('id', IDS.plate)
  expect(await source.withData(runAlerts)).toBe(0)
  expect(await target.withData(runAlerts)).toBe(0)
  expect(await alertMails(target.client)).toEqual([])
})

it('A move is refused while a site has the database open', async () => {
  const { source, target } = await openMove()
  target.asked.splice(0)
  const { code, all } = await source.run('move', '--to', target.url)
  expect([code, all]).toEqual([1, expect.stringContaining('is in use: stop the site')])
  expect(target.asked).toEqual([])
})

/** Its request number 12 that writes is carried out, and answered with an error. */
async function openInterrupted() {
  let requests = 0
  const opened = await openMove({
    interfere: async (request, answer) => {
      const response = await answer()
      if (request.method !== 'POST' || ++requests !== 12) return response
      return Response.json({ code: 'X', message: 'no', details: null, hint: null }, { status: 400 })
    },
  })
  const stopped = await opened.move()
  expect(stopped).toMatchObject({ code: 1, all: expect.stringContaining('Run the same command again') })
  return opened
}

it('An interrupted move leaves the sending to the source, and is completed by the next one', async () => {
  const { source, target, move } = await openInterrupted()
  expect([await readClosed(source.client), await readClosed(target.client)]).toMatchObject([
    null,
    { kind: 'copy' },
  ])
  expect((await move()).code).toBe(0)
  await expectSame(source.client, target.client)
  expect([await readClosed(source.client), await readClosed(target.client)]).toMatchObject([
    { kind: 'moved' },
    null,
  ])
})

it('A table whose rows or values differ after the copying is named, and the source goes on sending', async () => {
  const { source, target, move } = await openInterrupted()
  await source.client.from('plates').update({ price: 2000 }).eq('id', IDS.plate)
  await source.client.from('sales').delete().eq('id', IDS.oldSale)
  const { code, all } = await move()
  expect([code, all]).toEqual([1, expect.stringContaining('Not equal: plates, sales.')])
  expect([await readClosed(source.client), await readClosed(target.client)]).toMatchObject([
    null,
    { kind: 'copy' },
  ])
})

it('A move copies more rows, and longer ones, than fit into one request', async () => {
  const longest: Record<string, number> = {}
  const { source, target, move } = await openMove({
    async interfere(request, answer) {
      const name = `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`
      const sent = request.method === 'POST' ? (await request.clone().text()).length : 0
      const response = await answer()
      const received = request.method === 'GET' ? ((await response.clone().json()) as unknown[]).length : sent
      longest[name] = Math.max(longest[name] ?? 0, received)
      return response
    },
  })
  const mails = Array.from({ length: 1_100 }, (_, index) => ({
    mail_key: `alert long ${index}`,
    kind: 'alert',
    recipient: 'zoe@visitors.test',
    subject: 'New',
    body: 'Ü'.repeat(index < 100 ? 4_000 : 1),
    delivery: 'undeliverable',
  }))
  for (const part of [mails.slice(0, 100), mails.slice(100)])
    await source.client.from('mails').insert(part).throwOnError()
  const [{ id: picture_id } = {}] = await rowsOf(source.client, 'pictures')
  const file = { picture_id, media_type: 'image/webp', content: 'UklG' }
  const files = [1, 2, 3, 4, 5].map((number) => ({ ...file, name: `large${number}` }))
  await source.client.from('picture_files').insert(files).throwOnError()
  expect(await move()).toMatchObject({ code: 0 })
  await expectSame(source.client, target.client)
  expect(longest['POST mails']).toBeLessThan(270_000)
  // A file has up to 7,000,000 characters, and a response up to 32 MiB.
  expect(longest['GET picture_files']).toBe(4)
})

it('A hosted backend moves into a folder without a database, which gets no demonstration plates later', async () => {
  const { source, target, move } = await openMove()
  await move()
  const folder = join(temporaryFolder(), 'var')
  const back = (...args: string[]) => target.run('move', '--to-folder', folder, ...args)
  expect((await back('--dry-run')).code).toBe(0)
  expect(existsSync(folder)).toBe(false)
  expect((await back()).code).toBe(0)
  const again = openTestCli({ DATA_DIR: folder })
  await expectSame(target.client, again.client)
  expect([await readClosed(target.client), await readClosed(again.client)]).toMatchObject([
    { kind: 'moved' },
    null,
  ])
  again.close()
  source.close()
  const other = await openTestCli({ DATA_DIR: source.environment.DATA_DIR as string }).run(
    ...['move', '--to-folder', folder],
  )
  expect(other).toMatchObject({ code: 1, all: expect.stringContaining('was moved to') })
})
