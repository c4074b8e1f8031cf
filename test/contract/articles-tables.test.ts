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
