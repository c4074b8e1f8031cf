/** `move` between an embedded database and a server of the same contract; hosted.test.ts moves to PostgREST. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { COPIED_TABLES, EXCLUDED_TABLES } from '#cli/move/tables.ts'
import { tables } from '#packages/sqlite-rest/schema.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { Outbox } from '#services/mail/outbox.ts'
import { type Closed, closeForSending, readClosed } from '#services/mail/sending.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { IDS } from '../fill-every-table.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openTestCli, serve } from './open-cli.ts'
import { expectSame, openMove, rowsOf } from './open-move.ts'

const ownTables = [...tables.values()].filter(({ kind }) => kind === 'table')
const log = { request() {}, info() {}, error() {} }

/** The emails that a site on this backend would send now. */
async function deliveriesOf(client: BackendClient): Promise<string[]> {
  const sent: string[] = []
  const mailer = {
    kind: 'smtp' as const,
    send: async ({ subject }: { subject: string }) => void sent.push(subject),
    close() {},
  }
  await new Promise<void>((resolve) => {
    const outbox = new Outbox({
      client,
      mailer: mailer as never,
      settings: fixedSettings(),
      log,
      dataDir: temporaryFolder(),
      firstRetryMs: 1_000,
      leaseMs: 20_000,
      // Follows the deliveries that are due.
      afterRetention: () => resolve(),
    })
    onTestFinished(() => outbox.stop())
    outbox.start()
  })
  return sent.sort()
}

const alertMails = async (client: BackendClient) =>
  (await rowsOf(client, 'mails')).filter(({ kind }) => kind === 'alert')

const runAlerts = (client: BackendClient) =>
  new AlertRunner({
    client,
    siteUrl: 'https://plates.test',
    settings: fixedSettings(),
    log,
    onQueued() {},
    quietMs: 0,
  }).run()

it('every table is copied, or listed with the reason why not', () => {
  const named = [...COPIED_TABLES.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)]
  expect(named.toSorted()).toEqual(ownTables.map(({ name }) => name).sort())
})

it('the target is queried by a column of each unique key', () => {
  for (const { name, keyColumns } of COPIED_TABLES)
    for (const { columns } of tables.get(name)?.uniqueKeys ?? [])
      expect(columns[0] === 'id' || columns.some((column) => keyColumns.includes(column)), name).toBe(true)
})

describe('a move', () => {
  it('copies every table with ids and times, changes nothing the second time, and triggers no alert', async () => {
    const { source, target, move } = await openMove()
    const preview = await move('--dry-run')
    expect(preview.out).toContain('  enquiries: 3 would be added, 0 would be updated, 0 unchanged')
    expect(preview.out).toContain('  people: 1 would be added, 0 would be updated, 0 unchanged')
    expect(await rowsOf(target.client, 'plates')).toEqual([])
    expect(await readClosed(target.client)).toBeNull()

    const first = await move()
    expect([first.code, first.out.filter((line) => /here|refused/.test(line))]).toEqual([0, []])
    await expectSame(source.client, target.client)

    const again = await move()
    expect(again.code).toBe(0)
    for (const line of again.out.slice(1)) expect(line).toMatch(/: (0|1) added, 0 updated, [\d,]+ unchanged$/) // the run's own audit entry
    await expectSame(source.client, target.client)

    expect((await move('--switch')).code).toBe(0)
    expect(await runAlerts(target.client)).toBe(0)
    expect(await alertMails(target.client)).toEqual([])
  })

  it('applies changes and removals between the copy and the switch', async () => {
    const { source, target, move } = await openMove()
    await move()
    const { client } = source
    await client.from('plates').update({ price: 2000 }).eq('id', IDS.plate)
    await client.from('plates').update({ plate_number: 'AB 9' }).eq('id', IDS.plate)
    await client.from('plates').insert({ plate_number: 'AB 1', price: 7 }) // uses the former registration of the first one
    await client.from('sales').delete().eq('id', IDS.oldSale)
    await client.from('enquiries').update({ status: 'won', changed_by: 'Ann' }).eq('id', IDS.sent)
    await client.from('enquiries').delete().eq('id', IDS.suspect)
    await client
      .from('enquiry_entries')
      .insert({ enquiry_id: IDS.sent, kind: 'note', person: 'Ann', body: 'Sold' })
    await client
      .from('alerts')
      .insert({ token: 'y'.repeat(43), email: 'yan@visitors.test', criteria: 'q=AB' })
    await client
      .from('people')
      .insert({ email: 'eve@plates.test', name: 'Eve', role: 'staff', security_stamp: 's'.repeat(32) })
    const { code, all } = await move('--switch')
    expect([code, all]).toEqual([
      0,
      expect.stringContaining('enquiries: 0 added, 1 updated, 1 unchanged, 1 removed'),
    ])
    await expectSame(source.client, target.client)
  })

  it('only one backend sends pending emails at any moment: the source until the switch, then the target', async () => {
    const { source, target, move } = await openMove()
    await move()
    expect(await deliveriesOf(target.client)).toEqual([])
    await source.client.from('plates').update({ price: 900 }).eq('id', IDS.plate)
    await move('--switch')
    expect(await deliveriesOf(source.client)).toEqual([])
    expect(await runAlerts(source.client)).toBe(0)
    expect(await deliveriesOf(target.client)).toHaveLength(4) // the enquiry, the reply, the acknowledgement, the notice
    expect(await runAlerts(target.client)).toBe(1) // the reduction at the source, once
    expect(await alertMails(target.client)).toHaveLength(1)
  })

  it('an interrupted move is completed by the next one', async () => {
    let requests = 0
    let isBroken = true
    const unavailable = Response.json(
      { code: 'X', message: 'no', details: null, hint: null },
      { status: 400 },
    )
    const { source, target, move } = await openMove({
      interfere: async (request, answer) => {
        if (isBroken && request.method === 'POST' && ++requests === 12) {
          await answer()
          return unavailable.clone()
        }
        return answer()
      },
    })
    const stopped = await move('--switch')
    expect(stopped.code).toBe(1)
    expect(stopped.all).toContain('run the same command again to continue')
    expect([await readClosed(source.client), await readClosed(target.client)]).toMatchObject([
      { kind: 'moved' },
      { kind: 'copy' },
    ])
    isBroken = false
    expect((await move()).code).toBe(0)
    await expectSame(source.client, target.client)
    expect(await readClosed(target.client)).toBeNull()
  })

  it('copies more rows, and longer ones, than fit into one request', async () => {
    const { source, target, move } = await openMove()
    const mails = (name: string, count: number, length: number) =>
      source.client
        .from('mails')
        .insert(
          Array.from({ length: count }, (_, index) => ({
            mail_key: `alert ${name} ${index}`,
            kind: 'alert',
            recipient: 'zoe@visitors.test',
            subject: 'New',
            body: 'Ü'.repeat(length),
            delivery: 'undeliverable',
          })),
        )
        .throwOnError()
    await mails('long', 100, 4_000)
    for (const name of ['one', 'two']) await mails(name, 470, 1)
    expect((await move()).out).toContain('  e-mails: 1,043 added, 0 updated, 0 unchanged')
    await source.client.from('mails').delete().like('mail_key', 'alert one %')
    expect((await move('--switch')).out).toContain(
      '  e-mails: 0 added, 0 updated, 573 unchanged, 470 removed',
    )
    await expectSame(source.client, target.client)
  })

  it('copies articles without a preview link, and finds them unchanged', async () => {
    const { source, move } = await openMove()
    const articles = [1, 2, 3].map((number) => ({ section: 'news', slug: `article-${number}` }))
    await source.client.from('articles').insert(articles).throwOnError()
    expect((await move()).code).toBe(0)
    await source.client.from('articles').update({ slug: 'another' }).eq('slug', 'article-1')
    const again = await move()
    expect([again.code, again.out]).toEqual([
      0,
      expect.arrayContaining(['  articles: 0 added, 1 updated, 3 unchanged']),
    ])
  })

  it('reads no more pictures in one request than fit into a response, from either backend', async () => {
    const counts: number[] = []
    const { source, target, move } = await openMove({
      async interfere(request, answer) {
        const response = await answer()
        if (request.method === 'GET' && request.url.includes('/picture_files?'))
          counts.push(((await response.clone().json()) as unknown[]).length)
        return response
      },
    })
    const [{ id: picture_id } = {}] = await rowsOf(source.client, 'pictures')
    const file = { picture_id, media_type: 'image/webp', content: 'UklG' }
    const files = [1, 2, 3, 4, 5].map((number) => ({ ...file, name: `large${number}` }))
    await source.client.from('picture_files').insert(files).throwOnError()
    await move()
    expect((await move('--switch')).out).toContain('  files of pictures: 0 added, 0 updated, 6 unchanged')
    const here = counts.splice(0)
    const back = openTestCli({ ...target.environment, TARGET_SERVICE_KEY: source.serviceKey })
    expect((await back.run('move', '--to', await serve(source), '--dry-run')).code).toBe(0)
    // A file has up to 7,000,000 characters, and a response up to 32 MiB.
    expect([here, counts].map((each) => Math.max(...each))).toEqual([4, 4])
  })

  it('waits for an email that is being sent', async () => {
    const { source, target, move } = await openMove()
    const until = new Date(Date.now() + 60_000).toISOString()
    await source.client
      .from('mails')
      .update({ lease: 'a server', next_attempt_at: until })
      .eq('id', IDS.reply)
    const moving = move('--switch')
    await expect.poll(() => readClosed(source.client)).toMatchObject({ kind: 'moved' })
    const sent = { delivery: 'sent', sent_at: new Date().toISOString(), sent_by: 'smtp', lease: null }
    await source.client.from('mails').update(sent).eq('id', IDS.reply)
    expect((await moving).code).toBe(0)
    const [reply] = (await rowsOf(target.client, 'mails')).filter(({ id }) => id === IDS.reply)
    expect(reply).toMatchObject({ delivery: 'sent', lease: null })
  })

  it('copies rows that arrive after the switch, without changing later edits of the target', async () => {
    const { source, target, move } = await openMove()
    await move('--switch')
    await target.client.from('plates').update({ price: 5 }).eq('id', IDS.plate)
    await target.client.from('enquiries').delete().eq('id', IDS.sent)
    const closed = (await readClosed(source.client)) as Closed
    await closeForSending(source.client, { ...closed, at: new Date(Date.now() + 120_000).toISOString() })
    const late = { reference: 'ENQ-9999-0001', idempotency_key: 'late-enquiry', kind: 'contact', name: 'Lea' }
    const message = { email: 'lea@visitors.test', subject: 'Hi', inquiry_type: 'general', message: 'Late' }
    const created_at = new Date(Date.now() + 121_000).toISOString()
    await source.client.from('enquiries').insert({ ...late, ...message, created_at })
    const { code, out } = await move()
    expect([code, out]).toEqual([
      0,
      [
        expect.stringContaining('What has arrived here since'),
        '  enquiries: 1 added, 0 updated, 0 unchanged',
      ],
    ])
    const references = (await rowsOf(target.client, 'enquiries')).map(({ reference }) => reference).sort()
    expect(references).toEqual(['ENQ-0000-0001', 'ENQ-0000-0003', 'ENQ-9999-0001'])
    expect(await rowsOf(target.client, 'plates')).toContainEqual(
      expect.objectContaining({ id: IDS.plate, price: 5 }),
    )
  })

  it('back into the embedded database: it becomes equal to the hosted backend', async () => {
    const { source, target, move } = await openMove()
    await move('--switch')
    await target.client.from('plates').update({ price: 5 }).eq('id', IDS.plate)
    await target.client.from('enquiries').delete().eq('id', IDS.suspect)
    await target.client.from('alerts').delete().eq('id', IDS.alert)
    await target.client
      .from('alerts')
      .insert({ token: 'z'.repeat(43), email: 'zed@visitors.test', criteria: 'q=ZED' })
    await source.client.from('sessions').delete().neq('device', '')
    await source.client.from('imports').delete().neq('person', '')
    await source.client.from('challenges').delete().neq('value', '')
    const { code, all } = await openTestCli({
      ...target.environment,
      TARGET_SERVICE_KEY: source.serviceKey,
    }).run('move', '--to', await serve(source), '--switch')
    expect([code, all]).toEqual([
      0,
      expect.stringContaining('enquiries: 0 added, 0 updated, 2 unchanged, 1 removed'),
    ])
    await expectSame(target.client, source.client)
    expect([await readClosed(source.client), await readClosed(target.client)]).toMatchObject([
      null,
      { kind: 'moved' },
    ])
  })
})
