import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { changeAddress } from '#services/articles/addresses.ts'
import type { ArticleContent } from '#services/articles/article-content.ts'
import {
  listDeskArticles,
  listVersions,
  readArticle,
  readFormerAddresses,
} from '#services/articles/article-store.ts'
import { checkArticle } from '#services/articles/check-article.ts'
import { createArticle, editShipped } from '#services/articles/create-article.ts'
import { CANNOT_BE_READ, createLiveArticles } from '#services/articles/live-articles.ts'
import { createPreviewLink, readPreview, revokePreviewLink } from '#services/articles/preview-link.ts'
import {
  publishArticle,
  publishDue,
  removeArticle,
  scheduleArticle,
  unscheduleArticle,
  withdrawArticle,
} from '#services/articles/publish-article.ts'
import { ArticleConflict, ArticleRefusal } from '#services/articles/refusal.ts'
import { saveVersion } from '#services/articles/save-version.ts'
import type { Actor } from '#services/audit/actor.ts'
import { listAudit } from '#services/audit/audit-log.ts'
import { editRows, findRows } from '../rows.ts'
import { plates } from './fixture.ts'
import { interfere } from './interfere.ts'
import { openContract } from './open-contract.ts'
import { shipped, written } from './shipped-articles.ts'

const contract = openContract({})
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const ben: Actor = { person: 'Ben', via: 'desk' }

const begin = (changes: Partial<ArticleContent> = {}, slug?: string) =>
  createArticle(database(), shipped, {
    section: 'news',
    content: written(changes),
    actor: ann,
    ...(slug && { slug }),
  })

async function find(id: string) {
  const found = await readArticle(database(), id)
  if (!found) throw new Error('There is no such article')
  return found
}

/** Adds a version, and returns the revision. */
async function save(
  id: string,
  changes: Partial<ArticleContent>,
  actor = ann,
  kind: 'saved' | 'autosave' = 'saved',
) {
  const { article } = await find(id)
  const { revision } = await saveVersion(database(), {
    id,
    revision: article.revision,
    content: written(changes),
    kind,
    actor,
  })
  return revision
}

async function publish(id: string, now?: Date) {
  const { article } = await find(id)
  return publishArticle(database(), shipped, {
    id,
    revision: article.revision,
    actor: ann,
    ...(now && { now }),
  })
}

const live = (from = database()) => {
  const faults: unknown[] = []
  const articles = createLiveArticles({
    database: from,
    log: { error: (message, error) => faults.push([message, error]) },
  })
  onTestFinished(() => articles.stop())
  return { articles, faults }
}

beforeEach(async () => {
  await contract().fill({ plates })
})

it('the address of an article comes from the title, with a number if it is taken', async () => {
  const first = await begin()
  const second = await begin()
  expect([first.article.path, second.article.path]).toEqual(['/news/a-quiet-week', '/news/a-quiet-week-2'])
})

it('the address of a shipped article is not given to another', async () => {
  const { article } = await createArticle(database(), shipped, {
    section: 'guides',
    content: written({ title: 'Auction fees explained' }),
    actor: ann,
  })
  expect(article.slug).toBe('auction-fees-explained-2')
})

it('the address of an article redirects once the article has moved, however often', async () => {
  const { article } = await begin()
  await publish(article.id)
  for (const slug of ['a-quiet-month', 'a-quiet-year'])
    await changeAddress(database(), shipped, { id: article.id, slug, actor: ann })
  const { articles } = live()
  await articles.refresh()
  expect([...articles.current().moved]).toEqual(
    expect.arrayContaining([
      ['/news/a-quiet-week', '/news/a-quiet-year'],
      ['/news/a-quiet-month', '/news/a-quiet-year'],
    ]),
  )
})

it('the address of a draft does not redirect when it changes', async () => {
  const { article } = await begin()
  await changeAddress(database(), shipped, { id: article.id, slug: 'elsewhere', actor: ann })
  expect(await readFormerAddresses(database())).toEqual([])
})

it('an address that redirects is given to another article only after a confirmation', async () => {
  const { article } = await begin()
  await publish(article.id)
  await changeAddress(database(), shipped, { id: article.id, slug: 'a-quiet-year', actor: ann })
  const other = await begin({ title: 'Something else' })
  expect((await begin()).article.slug).toBe('a-quiet-week-2')
  const take = { id: other.article.id, slug: 'a-quiet-week', actor: ann }
  await expect(changeAddress(database(), shipped, take)).rejects.toMatchObject({
    fields: { takesFormerAddress: expect.anything() },
  })
  await changeAddress(database(), shipped, { ...take, takesFormerAddress: true })
  expect(await readFormerAddresses(database())).toEqual([])
})

it('an address that redirects can be used again by its own article', async () => {
  const { article } = await begin()
  await publish(article.id)
  await changeAddress(database(), shipped, { id: article.id, slug: 'a-quiet-year', actor: ann })
  await changeAddress(database(), shipped, { id: article.id, slug: 'a-quiet-week', actor: ann })
  expect(await readFormerAddresses(database())).toMatchObject([{ slug: 'a-quiet-year' }])
})

it.each(['A Title', 'a--b', '-a', 'ä', '', 'a'.repeat(121)])('the address %j is refused', async (slug) => {
  const { article } = await begin()
  await expect(changeAddress(database(), shipped, { id: article.id, slug, actor: ann })).rejects.toThrow(
    ArticleRefusal,
  )
})

it('saving an article keeps every version, the latest first', async () => {
  const { article } = await begin()
  await save(article.id, { body: 'Two.' })
  await save(article.id, { body: 'Three.' }, ben)
  expect((await listVersions(database(), article.id)).map(({ number, person }) => [number, person])).toEqual([
    [3, 'Ben'],
    [2, 'Ann'],
    [1, 'Ann'],
  ])
})

it('saving automatically replaces the last autosave of the same person', async () => {
  const { article } = await begin()
  for (const body of ['Two.', 'Three.', 'Four.']) await save(article.id, { body }, ann, 'autosave')
  await save(article.id, { body: 'Five.' }, ben, 'autosave')
  await save(article.id, { body: 'Six.' }, ann, 'autosave')
  const versions = await listVersions(database(), article.id)
  expect(versions.map(({ kind, person }) => `${person} ${kind}`)).toEqual([
    'Ann autosave',
    'Ben autosave',
    'Ann saved',
  ])
  expect((await find(article.id)).latest.content?.body).toBe('Six.')
})

it('saving is refused to the second of two people, who gets the text of the first', async () => {
  const { article } = await begin()
  await save(article.id, { body: 'Ann was first.' })
  const late = saveVersion(database(), {
    id: article.id,
    revision: article.revision,
    content: written({ body: 'Ben was late.' }),
    kind: 'saved',
    actor: ben,
  })
  const conflict = await late.then(
    () => null,
    (error: unknown) => error,
  )
  expect(conflict).toBeInstanceOf(ArticleConflict)
  const { other, revision } = conflict as ArticleConflict
  expect(other).toMatchObject({ person: 'Ann', content: { body: 'Ann was first.' } })
  await saveVersion(database(), {
    id: article.id,
    revision,
    content: written({ body: 'Both.' }),
    kind: 'saved',
    actor: ben,
  })
  expect((await find(article.id)).latest.content?.body).toBe('Both.')
  expect((await listVersions(database(), article.id)).length).toBe(3)
})

it('saving a text again after a lost response is no conflict', async () => {
  const { article } = await begin()
  const saving = {
    id: article.id,
    revision: 0,
    content: written({ body: 'Two.' }),
    kind: 'saved',
    actor: ann,
  } as const
  const first = await saveVersion(database(), saving)
  expect(await saveVersion(database(), saving)).toEqual(first)
})

it('saving never changes the version that visitors read', async () => {
  const { article } = await begin()
  await save(article.id, { body: 'Two.' }, ann, 'autosave')
  await publish(article.id)
  await save(article.id, { body: 'Three.' }, ann, 'autosave')
  const { articles } = live()
  await articles.refresh()
  expect(articles.current().articles[0]?.html).toBe('<p>Two.</p>')
  expect(await listDeskArticles(database())).toMatchObject([{ hasUnpublishedChanges: true }])
})

it('publication is refused while the text has faults, and says where', async () => {
  const { article } = await begin({ body: 'One.\n\n[y](/nowhere)\n\n<b>no</b>', summary: '' })
  const refusal = (await publish(article.id).catch((error: unknown) => error)) as ArticleRefusal
  expect(refusal).toBeInstanceOf(ArticleRefusal)
  expect(refusal.faults.map(({ line, field, message }) => [line, field, message])).toEqual([
    [null, 'summary', 'Write a summary: one or two sentences for lists and the feed.'],
    [3, 'body', 'the link /nowhere leads to no page of this site'],
    [5, 'body', 'HTML is not allowed: write it as Markdown'],
  ])
  expect((await find(article.id)).article.status).toBe('draft')
})

it('publication of a text that someone has changed since is refused', async () => {
  const { article } = await begin()
  await save(article.id, { body: 'Two.' }, ben)
  await expect(
    publishArticle(database(), shipped, { id: article.id, revision: 0, actor: ann }),
  ).rejects.toThrow(ArticleConflict)
})

it('publication again keeps the date of the first publication', async () => {
  const { article } = await begin()
  await publish(article.id, new Date('2026-06-30T23:30:00Z'))
  await save(article.id, { body: 'Two.' })
  await publish(article.id, new Date('2026-08-01T12:00:00Z'))
  const { articles } = live()
  await articles.refresh()
  expect(articles.current().articles).toMatchObject([{ published: '2026-07-01', html: '<p>Two.</p>' }])
})

it('publication at a set time keeps the published version until then, and edits made since', async () => {
  const { article } = await begin()
  await publish(article.id)
  const revision = await save(article.id, { body: 'For tomorrow.' })
  const at = new Date(Date.now() + 3_600_000)
  await scheduleArticle(database(), shipped, { id: article.id, revision, actor: ann, at })
  await save(article.id, { body: 'A later thought.' })
  const { articles } = live()
  await articles.refresh()
  expect(articles.current().articles[0]?.html).toBe('<p>Nothing at all.</p>')
  await publishDue(database(), async () => shipped, new Date(at.getTime() + 1000))
  await articles.refresh()
  expect(articles.current().articles[0]?.html).toBe('<p>For tomorrow.</p>')
})

it('publication can be cancelled before its time', async () => {
  const { article } = await begin()
  const at = new Date(Date.now() + 3_600_000)
  await scheduleArticle(database(), shipped, { id: article.id, revision: 0, actor: ann, at })
  await unscheduleArticle(database(), { id: article.id, actor: ann })
  expect((await publishDue(database(), async () => shipped, new Date(at.getTime() + 1))).published).toBe(0)
  await expect(unscheduleArticle(database(), { id: article.id, actor: ann })).rejects.toThrow(ArticleRefusal)
})

it('publication in the past is refused', async () => {
  const { article } = await begin()
  const at = new Date(Date.now() - 1)
  await expect(
    scheduleArticle(database(), shipped, { id: article.id, revision: 0, actor: ann, at }),
  ).rejects.toMatchObject({ fields: { publishAt: expect.any(String) } })
})

it('publication is recorded, and so are withdrawal and removal', async () => {
  const { article } = await begin()
  await publish(article.id)
  await expect(removeArticle(database(), shipped, { id: article.id, actor: ann })).rejects.toThrow(
    'Withdraw it first',
  )
  await withdrawArticle(database(), shipped, { id: article.id, actor: ann })
  await removeArticle(database(), shipped, { id: article.id, actor: ben })
  const trail = await listAudit(database(), { limit: 4 })
  expect(trail.map(({ person, change }) => `${person}: ${change.split(' ')[0]}`).sort()).toEqual(
    ['Ann: Published', 'Ann: Started', 'Ann: Withdrew', 'Ben: Removed'].sort(),
  )
  expect(await listVersions(database(), article.id)).toEqual([])
})

it('an article that ships is replaced once the edited one is published, and comes back when that is removed', async () => {
  const { article, version } = await editShipped(database(), shipped, {
    section: 'guides',
    slug: 'auction-fees-explained',
    actor: ann,
  })
  expect(version.content?.body.length).toBeGreaterThan(1000)
  const { articles } = live()
  await articles.refresh()
  expect(articles.current().replaced.size).toBe(0)
  const { revision } = await saveVersion(database(), {
    id: article.id,
    revision: 0,
    content: { ...written({ body: 'Short.' }), category: 'Guide', hub: 'auction' },
    kind: 'saved',
    actor: ann,
  })
  await publishArticle(database(), shipped, { id: article.id, revision, actor: ann })
  await articles.refresh()
  expect([...articles.current().replaced]).toEqual(['/info/auction-fees-explained'])
  expect(articles.current().articles).toMatchObject([{ html: '<p>Short.</p>', published: '2026-11-20' }])
  await removeArticle(database(), shipped, { id: article.id, actor: ann })
  await articles.refresh()
  expect(articles.current().replaced.size).toBe(0)
})

it('an article that ships can be withdrawn', async () => {
  const { article } = await editShipped(database(), shipped, {
    section: 'guides',
    slug: 'auction-fees-explained',
    actor: ann,
  })
  await withdrawArticle(database(), shipped, { id: article.id, actor: ann })
  const { articles } = live()
  await articles.refresh()
  expect([...articles.current().withdrawn]).toEqual(['/info/auction-fees-explained'])
})

it('an article that ships is on the desk once', async () => {
  const take = () =>
    editShipped(database(), shipped, { section: 'guides', slug: 'auction-fees-explained', actor: ann })
  await take()
  await expect(take()).rejects.toThrow(ArticleRefusal)
})

describe('links to plates', () => {
  const check = (body: string) =>
    checkArticle(
      database(),
      shipped,
      { section: 'news', slug: 'x', publishedAt: null },
      written({ body }),
    ).then(({ faults }) => faults.map(({ severity, line, message }) => `${severity} ${line} ${message}`))

  it('links to plates of ours are allowed, and others are reported', async () => {
    const [available] = await stockOf('for_sale')
    const [gone] = await stockOf('withdrawn')
    expect(await check(`[x](/plate/${encodeURIComponent(available ?? '')})`)).toEqual([])
    expect(await check(`[x](/plate/${encodeURIComponent(gone ?? '')})`)).toEqual([
      `warning 1 the plate ${gone} is not for sale: the page says so beside the link`,
    ])
    expect(await check('One.\n\n[x](/plate/ZZ99%20ZZZ)')).toEqual([
      'fault 3 the link /plate/ZZ99 ZZZ does not lead to a known plate',
    ])
    expect(await check('[x](/registration/AB12CDE) and [y](/registration/!!!)')).toEqual([
      'fault 1 the link /registration/!!! leads to no registration that is possible',
    ])
  })

  async function stockOf(status: string): Promise<string[]> {
    const data = await findRows(database(), 'stock', ['plate_number'], { status }, ['plate_number'])
    return data.map((row) => row.plate_number)
  }
})

it('a preview link shows the latest version until it is ended', async () => {
  const { article } = await begin()
  const token = await createPreviewLink(database(), { id: article.id, actor: ann })
  expect(await createPreviewLink(database(), { id: article.id, actor: ben })).toBe(token)
  await save(article.id, { body: 'Two.' })
  expect((await readPreview(database(), token))?.latest.content?.body).toBe('Two.')
  await revokePreviewLink(database(), { id: article.id, actor: ann })
  expect(await readPreview(database(), token)).toBeNull()
})

it.each(['', 'x', 'x'.repeat(43), '../'.repeat(10), 'eq.x'])(
  'a preview link with the token %j shows nothing',
  async (token) => {
    await begin()
    expect(await readPreview(database(), token)).toBeNull()
  },
)

it('the articles of the site omit those that cannot be shown, log them once, and show the others', async () => {
  const good = await begin()
  const bad = await begin({ title: 'Bad' })
  await publish(good.article.id)
  await publish(bad.article.id)
  await editRows(
    database(),
    'article_versions',
    { article_id: bad.article.id },
    { content: JSON.stringify(written({ body: 'It is {{gone-fact}}.' })) },
  )
  const { articles, faults } = live()
  await articles.refresh()
  await articles.refresh()
  expect(articles.current().articles.map(({ path }) => path)).toEqual([good.article.path])
  expect(articles.current().faulty).toEqual([
    {
      id: bad.article.id,
      path: '/news/bad',
      publishedAt: expect.any(String),
      fault: 'Line 1: there is no fact "gone-fact"',
    },
  ])
  expect(faults.length).toBe(1)
})

it.each(['{}', '[]', 'null', '{"title":1}', 'not JSON'])(
  'the articles of the site survive a row of %s',
  async (content) => {
    const bad = await begin({ title: 'Bad' })
    await publish(bad.article.id)
    await editRows(database(), 'article_versions', { article_id: bad.article.id }, { content })
    const { articles } = live()
    await articles.refresh()
    expect(articles.current().articles).toEqual([])
    expect(articles.current().faulty.length).toBe(1)
  },
)

it('the articles of the site stay the last known ones while the database is away, and the log says so once', async () => {
  const { article } = await begin()
  await publish(article.id)
  let isAway = false
  const fault = new DataFault('lost', new Error('away'))
  const away = contract().openData({
    wrap: interfere(() => {
      if (isAway) throw fault
    }),
  })
  const { articles, faults } = live(away)
  await articles.refresh()
  const known = articles.current()
  expect(known.articles.map(({ path }) => path)).toEqual([article.path])
  isAway = true
  await articles.refresh()
  await articles.refresh()
  expect(articles.current()).toEqual(known)
  expect(faults).toEqual([[CANNOT_BE_READ, fault]])
})
