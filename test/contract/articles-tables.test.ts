import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openContract } from './open-contract.ts'

const contract = openContract()
const client = () => contract().service
const TABLES = [
  'articles',
  'article_versions',
  'article_addresses',
  'pictures',
  'picture_files',
  'settings',
  'page_views',
  'imports',
  'import_headings',
] as const

beforeEach(async () => {
  for (const table of TABLES) await client().from(table).delete().not('id', 'is', null).throwOnError()
})

async function add(table: string, row: Record<string, unknown>) {
  const { error, status } = await client().from(table).insert(row)
  return error ? `${status} ${error.code}` : status
}

const rowsOf = async (table: string) => (await client().from(table).select('id').throwOnError()).data?.length

it.each(TABLES)(
  'the tables of articles, pictures, settings, page views and imports are closed to the public key, for every method: %s',
  async (table) => {
    const { anon } = contract()
    for (const { error, status } of [
      await anon.from(table).select('*'),
      await anon.from(table).insert({ id: randomUUID() }),
      await anon.from(table).update({ id: randomUUID() }).not('id', 'is', null),
      await anon.from(table).delete().not('id', 'is', null),
    ])
      expect([status, error?.code]).toEqual([401, '42501'])
  },
)

it('the tables of articles hold an article with its versions and former addresses, which go with it', async () => {
  const id = randomUUID()
  const version = randomUUID()
  expect(await add('articles', { id, section: 'news', slug: 'a-plate' })).toBe(201)
  expect(
    await add('article_versions', {
      id: version,
      article_id: id,
      number: 1,
      kind: 'saved',
      content: '{}',
      person: 'Ann',
    }),
  ).toBe(201)
  expect(await add('article_addresses', { section: 'news', slug: 'old', article_id: id })).toBe(201)
  await client()
    .from('articles')
    .update({ status: 'published', published_version: version })
    .eq('id', id)
    .throwOnError()
  await client().from('articles').delete().eq('id', id).throwOnError()
  expect([await rowsOf('article_versions'), await rowsOf('article_addresses')]).toEqual([0, 0])
})

it.each([
  [{ section: 'blog', slug: 'a' }, '400 23514'],
  [{ section: 'news', slug: 'A plate' }, '400 23514'],
  [{ section: 'news', slug: 'a', status: 'published' }, '400 23514'],
  [{ section: 'news', slug: 'a', status: 'scheduled' }, '400 23514'],
  [{ section: 'news', slug: 'a', publish_at: '2026-12-01T10:00:00Z' }, '400 23514'],
  [{ section: 'news', slug: 'a', preview_token: 'short' }, '400 23514'],
])('the tables of articles refuse the article %o', async (row, answer) => {
  expect(await add('articles', row)).toBe(answer)
})

it('the tables of articles give an address to one article', async () => {
  expect(await add('articles', { section: 'news', slug: 'a' })).toBe(201)
  expect(await add('articles', { section: 'news', slug: 'a' })).toBe('409 23505')
  expect(await add('articles', { section: 'guides', slug: 'a' })).toBe(201)
})

it('the tables of pictures hold a picture with its files, which go with it', async () => {
  const id = randomUUID()
  const file = { picture_id: id, name: '1600', media_type: 'image/webp', content: 'UklGRgAA' }
  const picture = { id, file_name: 'a.jpg', width: 1600, height: 900, bytes: 6, person: 'Ann' }
  expect(await add('pictures', picture)).toBe(201)
  expect(await add('picture_files', file)).toBe(201)
  expect(await add('picture_files', file)).toBe('409 23505')
  expect(await add('picture_files', { ...file, name: 'svg', media_type: 'image/svg+xml' })).toBe('400 23514')
  await client().from('pictures').delete().eq('id', id).throwOnError()
  expect(await rowsOf('picture_files')).toBe(0)
})

it('the tables of settings and page views hold a setting once, and a page once a day', async () => {
  const setting = { name: 'strapline', value: '"Since 1993"', person: 'Ann' }
  expect([await add('settings', setting), await add('settings', setting)]).toEqual([201, '409 23505'])
  const views = { day: '2026-11-23', path: '/plates', views: 3 }
  expect([await add('page_views', views), await add('page_views', views)]).toEqual([201, '409 23505'])
  expect(await add('page_views', { ...views, day: 'today' })).toBe('400 23514')
})
