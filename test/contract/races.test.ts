/** What several requests or servers do at the same moment, which databases decide differently. */

import { beforeEach, describe, expect, it } from 'vitest'
import { toShippedContent } from '#content/shipped-content.ts'
import { type ArticleContent, emptyContent } from '#services/articles/article-content.ts'
import { listOverdueArticles, listVersions, readArticle } from '#services/articles/article-store.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { publishDue, scheduleArticle } from '#services/articles/publish-article.ts'
import { ArticleConflict } from '#services/articles/refusal.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import type { Actor } from '#services/audit/actor.ts'
import { listAudit } from '#services/audit/audit-log.ts'
import { previewImport, writeImport } from '#services/import/desk-import.ts'
import { createImport, findImport, type StoredImport } from '#services/import/import-store.ts'
import { planDigest } from '#services/import/plan-writes.ts'
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  firstPersonLink,
} from '#services/people/invitations.ts'
import { removePerson } from '#services/people/people.ts'
import { useRecoveryCode, verifyTotp } from '#services/people/second-factor.ts'
import { passkeySignInOptions, signInWithPasskey, signInWithPassword } from '#services/people/sign-in.ts'
import { findStockPlate, plateHistory } from '#services/stock/stored-plates.ts'
import { changePlates } from '#test/change-rows.ts'
import {
  codeAt,
  contextOf,
  emptyPeople,
  enrol,
  granted,
  HOUR,
  join,
  joinFirst,
  later,
  NOW,
  OFFICE,
  PASSWORD,
  passkeyOf,
  SITE_URL,
  tokenOf,
} from '../people/sign-in-setup.ts'
import { editRows, findRows, type TableName } from '../rows.ts'
import { registrationAt } from '../stock-lists/odd-list.ts'
import { id, plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const ben: Actor = { person: 'Ben', via: 'desk' }

const countRows = async (table: TableName) => (await findRows(database(), table, '*')).length

describe('signing in and joining', () => {
  const at = (now = NOW) => contextOf(database(), { now })
  const owner = async () => enrol(at(), await joinFirst(at()))

  beforeEach(() => emptyPeople(database()))

  it('the links that several servers print at the same time all work until one of them is used', async () => {
    const links = await Promise.all(
      ['a', 'b', 'c'].map((name) => firstPersonLink(database(), SITE_URL, { name, now: NOW })),
    )
    const tokens = links.map(tokenOf)
    for (const token of tokens) expect(await findInvitation(database(), token, NOW)).not.toBeNull()
    const given = (email: string) => ({ name: 'Ann', email, credential: { password: PASSWORD } })
    const results = await Promise.all(
      tokens.map((token, index) => acceptInvitation(at(), token, given(`ann${index}@plates.test`))),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ reason: 'expired' }, { reason: 'expired' }])
    expect(await countRows('people')).toBe(1)
    for (const token of tokens) expect(await findInvitation(database(), token, NOW)).toBeNull()
  })

  it('an invitation works once, however many requests come at the same time', async () => {
    await joinFirst(at())
    const { link } = granted(
      await createInvitation(database(), SITE_URL, { email: 'bob@plates.test', role: 'staff' }, OFFICE, NOW),
    )
    const token = tokenOf(link)
    const bob = { name: 'Bob', credential: { password: PASSWORD } }
    const results = await Promise.all(Array.from({ length: 6 }, () => acceptInvitation(at(), token, bob)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await countRows('people')).toBe(2)
    expect(await countRows('sessions')).toBe(2)
  })

  it('a code of the app works once, however many requests bring it at the same time', async () => {
    const { secret } = await owner()
    const context = at(later(HOUR))
    const credentials = { email: 'ann@plates.test', password: PASSWORD }
    const pending = []
    for (let index = 0; index < 5; index++)
      pending.push(granted(await signInWithPassword(context, credentials)))
    const code = codeAt(secret, context.now)
    const results = await Promise.all(pending.map((session) => verifyTotp(context, session, code)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('a recovery code works once, however many requests bring it at the same time', async () => {
    const { recoveryCodes } = await owner()
    const context = at(later(HOUR))
    const credentials = { email: 'ann@plates.test', password: PASSWORD }
    const pending = []
    for (let index = 0; index < 4; index++)
      pending.push(granted(await signInWithPassword(context, credentials)))
    const results = await Promise.all(
      pending.map((one) => useRecoveryCode(context, one, recoveryCodes[3] ?? '')),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('a challenge is answered once by a passkey, however many answers come at the same time', async () => {
    const { authenticator } = await passkeyOf(at(), await owner())
    const { options } = granted(await passkeySignInOptions(at()))
    const response = authenticator.get(options)
    const results = await Promise.all([1, 2, 3].map(() => signInWithPasskey(at(), response)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await signInWithPasskey(at(), response)).toMatchObject({ ok: false })
  })

  it('one owner remains when two remove each other at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      await emptyPeople(database())
      const context = at()
      const ann = await joinFirst(context)
      const bob = await join(context, { email: 'bob@plates.test', role: 'owner', name: 'Bob' })
      await Promise.all([
        removePerson(database(), ann.person.id, OFFICE),
        removePerson(database(), bob.person.id, OFFICE),
      ])
      const owners = (await findRows(database(), 'people', ['role'])).filter(({ role }) => role === 'owner')
      expect(owners.length).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('articles', () => {
  const shipped = toShippedContent({ addresses: [], facts: {}, tables: {}, articles: [] })
  const written = (changes: Partial<ArticleContent> = {}): ArticleContent => ({
    ...emptyContent('news', 'Ann'),
    title: 'A quiet week',
    summary: 'Nothing was sold.',
    body: 'Nothing at all.',
    ...changes,
  })
  const begin = () =>
    createArticle(contract().database, shipped, { section: 'news', content: written(), actor: ann })

  beforeEach(() => contract().fill({}))

  it('two people who save an article at the same moment lose neither text', async () => {
    const { article } = await begin()
    const results = await Promise.allSettled(
      [ann, ben].map((actor) =>
        saveVersion(contract().database, {
          id: article.id,
          revision: 0,
          content: written({ body: `By ${actor.person}.` }),
          kind: 'saved',
          actor,
        }),
      ),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBe(1)
    expect((refused[0] as PromiseRejectedResult).reason).toBeInstanceOf(ArticleConflict)
    expect((await listVersions(contract().database, article.id)).length).toBe(2)
  })

  it('an article is published at its time by one of several servers', async () => {
    const { article } = await begin()
    const at = new Date('2026-12-01T09:00:00Z')
    const now = new Date('2026-11-23T09:00:00Z')
    await scheduleArticle(contract().database, shipped, { id: article.id, revision: 0, actor: ann, at, now })
    expect((await publishDue(contract().database, async () => shipped, now)).published).toBe(0)
    expect(await listOverdueArticles(contract().database, now, 10)).toEqual([])
    const later = new Date('2026-12-03T00:00:00Z')
    expect(await listOverdueArticles(contract().database, later, 10)).toMatchObject([{ id: article.id }])
    const results = await Promise.all(
      [1, 2, 3].map(() => publishDue(contract().database, async () => shipped, later)),
    )
    expect(results.reduce((sum, { published }) => sum + published, 0)).toBe(1)
    expect(await listOverdueArticles(contract().database, later, 10)).toEqual([])
    const after = (await readArticle(contract().database, article.id))?.article
    expect(after).toMatchObject({ status: 'published', publishAt: null })
    expect(new Date(after?.publishedAt ?? 0)).toEqual(at)
    const trail = await listAudit(database(), { person: 'the site' })
    expect(trail.filter(({ change }) => change.includes('as scheduled')).length).toBe(1)
  })
})

describe('imports', () => {
  const WAIT_MS = 60_000

  beforeEach(() => contract().fill({ plates }))

  async function find(importId: string): Promise<StoredImport> {
    const stored = await findImport(database(), importId)
    if (!stored) throw new Error('There is no such import')
    return stored
  }

  it('an import of stock that two people write at the same moment is not written twice', async () => {
    const file = { name: 'stock.csv', content: Buffer.from('Reg,Price\nAB 12,4500\n') }
    const importId = await createImport(database(), ann, file, new Date())
    const stored = await find(importId)
    const shown = await previewImport(database(), stored, WAIT_MS)
    if (!('plan' in shown) || shown.list !== 'stock') throw new Error('There is no plan')
    const digest = planDigest(shown.plan)
    const options = { actor: ann, digest, skipsRefused: false, waitMs: WAIT_MS }
    await Promise.all([writeImport(database(), stored, options), writeImport(database(), stored, options)])
    await writeImport(database(), await find(importId), options)
    expect(await plateHistory.batch(database(), importId)).toHaveLength(1)
    expect((await find(importId)).result).toMatchObject({ added: 1 })
  })

  it('an import of more plates than one response may hold is all or nothing, and names the plate that prevents it', async () => {
    const changes = Array.from({ length: 1_200 }, (_, index) => ({
      id: null,
      plate: { registration: registrationAt(index), priceGbp: 100 + index, isAvailable: true },
      details: { notes: 'A note of some length, as lists have them' },
    }))
    const call = { actor: ann, action: 'import', change: '1,200 plates added' }
    const stale = { id: id(2), seenAt: '2020-01-01T00:00:00+00:00', plate: { priceGbp: 1 } }
    await expect(changePlates(database(), { ...call, changes: [...changes, stale] })).rejects.toMatchObject({
      registrations: ['B 2'],
    })
    expect(await findStockPlate(database(), { registration: registrationAt(0) })).toBe(null)
    const [written] = await Promise.all([
      changePlates(database(), { ...call, changes }),
      // Another write waits for it.
      editRows(database(), 'plates', { id: id(1) }, { description: 'meanwhile' }),
    ])
    expect(written.changed).toBe(1_200)
    expect(await findStockPlate(database(), { registration: 'A 1' })).toMatchObject({
      description: 'meanwhile',
    })
    await expect(changePlates(database(), { ...call, changes: changes.slice(0, 600) })).rejects.toMatchObject(
      {
        code: '23505',
      },
    )
  })
})
