/**
 * Chaos test of replies from the desk: their forms are sent repeatedly while the server is killed at random. Each reply
 * must be queued once and arrive; a second copy, with the same Message-ID, is only allowed after an interrupted
 * delivery.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'node-html-parser'
import { test } from 'vitest'
import { parseEnquiry } from '../../app/features/enquiries/enquiry-schema.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { createEnquiry } from '../../services/enquiries/enquiry-store.ts'
import { DeskVisitor, openServiceClient, readFirstLink } from '../desk.ts'
import { asContact } from '../enquiries/messages.ts'
import { startMailServer } from '../mail-server.ts'
import { SiteProcess } from '../site-process.ts'

const ANSWERS = 12
const LEASE_AND_RETRIES_MS = 60_000
const PATIENCE_MS = 120_000

async function store(client: BackendClient): Promise<string> {
  const parsed = parseEnquiry(asContact())
  if (!parsed.ok) throw new Error(parsed.error)
  const enquiry = { enquiry: parsed.enquiry, idempotencyKey: crypto.randomUUID(), quarantineReason: null }
  return (await createEnquiry(client, enquiry)).reference
}

/** Retries, as a person does if the browser cannot reach the server. */
async function insist<Value>(attempt: () => Promise<Value | null>): Promise<Value> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (Date.now() < giveUpAt) {
    const value = await attempt().catch(() => null)
    if (value !== null) return value
    await sleep(100)
  }
  throw new Error('The server has not answered for too long')
}

test('an answer is sent once, however often its form is sent while the server is killed', {
  timeout: 300_000,
}, async ({ expect, onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-replies-'))
  const mail = await startMailServer()
  const site = new SiteProcess({ DATA_DIR: folder, SMTP_URL: mail.url, ACKNOWLEDGEMENTS: 'off' })
  onTestFinished(async () => {
    await site.stop()
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await site.start()
  const client = () => openServiceClient(folder, site.address, fetch)
  const ann = new DeskVisitor(
    (path, init) => fetch(`${site.address}${path}`, { ...init, signal: AbortSignal.timeout(15_000) }),
    site.address,
  )
  await ann.join(await readFirstLink(client(), site.address), { name: 'Ann', email: 'ann@plates.test' })
  const references = await Promise.all(Array.from({ length: ANSWERS }, () => store(client())))

  let isOver = false
  let kills = 0
  const killing = (async () => {
    while (!isOver) {
      // On a slow machine a request takes longer too, so allow it more time.
      await sleep((site.startedInMs.at(-1) ?? 0) * (0.2 + Math.random() * 1.8))
      await site.killAndStart()
      kills += 1
    }
  })()
  const answer = async (reference: string) => {
    const path = `/desk/enquiries/${reference}`
    const html = await insist(async () => {
      const page = await ann.open(path)
      return page.status === 200 ? page.html : null
    })
    const form = parse(html).querySelector('#reply form')
    const hidden = form?.querySelectorAll('input[type=hidden]') ?? []
    const fields = Object.fromEntries(
      hidden.map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
    )
    const send = async () => {
      // The port changes with each start, and with it the origin of the page.
      const sent = await ann.post(
        path,
        { ...fields, text: `Answer to ${reference}` },
        { Origin: site.address },
      )
      return sent.status === 302 ? sent : null
    }
    // A double click, and once more after Back.
    await Promise.all([insist(send), insist(send)])
    await insist(send)
  }
  for (let from = 0; from < ANSWERS; from += 3)
    await Promise.all(references.slice(from, from + 3).map(answer))
  // On a slow machine a start takes longer than the replies.
  while (kills < 2) await sleep(100)
  isOver = true
  await killing

  const answers = async () => (await mail.read()).filter(({ messageId }) => messageId?.startsWith('<reply.'))
  const giveUpAt = Date.now() + LEASE_AND_RETRIES_MS
  const waiting = async () =>
    (await client().from('mails').select('id').neq('delivery', 'sent').throwOnError()).data?.length
  while (Date.now() < giveUpAt && (await waiting()) !== 0) await sleep(300)

  const { data: rows } = await client().from('mails').select('body').eq('kind', 'reply').throwOnError()
  expect(rows?.map(({ body }) => body).sort()).toEqual(references.map((one) => `Answer to ${one}`).sort())
  const copies = Map.groupBy(await answers(), ({ messageId }) => messageId)
  expect(copies.size).toBe(ANSWERS)
  for (const same of copies.values()) {
    const reference = /ENQ-\d{4}-\d{4}/.exec(same[0]?.text ?? '')?.[0] ?? ''
    const interruptions = site.faults.filter(
      (fault) => fault.includes('was interrupted') && fault.includes(reference),
    )
    expect(same.length - 1).toBeLessThanOrEqual(interruptions.length)
  }
  const { data: entries } = await client().from('enquiry_entries').select('kind').throwOnError()
  expect(Map.groupBy(entries ?? [], ({ kind }) => kind).get('reply')).toHaveLength(ANSWERS)
})
