import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { addRows, deleteRows, editRows, findRows, type TableName, type Values } from '../rows.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
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
  for (const table of TABLES) await deleteRows(database(), table)
})

/** @returns the code of the refusal */
const add = <Name extends TableName>(table: Name, row: Values<Name>) =>
  addRows(database(), table, row).then(
    () => 'added',
    ({ code }) => String(code),
  )

const rowsOf = async (table: TableName) => (await findRows(database(), table, '*')).length

it('the tables of articles hold an article with its versions and former addresses, which go with it', async () => {
  const id = randomUUID()
  const version = randomUUID()
  expect(await add('articles', { id, section: 'news', slug: 'a-plate' })).toBe('added')
  expect(
    await add('article_versions', {
      id: version,
      article_id: id,
      number: 1,
      kind: 'saved',
      content: '{}',
      person: 'Ann',
    }),
  ).toBe('added')
  expect(await add('article_addresses', { section: 'news', slug: 'old', article_id: id })).toBe('added')
  await editRows(database(), 'articles', { id }, { status: 'published', published_version: version })
  await deleteRows(database(), 'articles', { id })
  expect([await rowsOf('article_versions'), await rowsOf('article_addresses')]).toEqual([0, 0])
})

it('the tables of pictures hold a picture with its files, which go with it', async () => {
  const id = randomUUID()
  const file = { picture_id: id, name: '1600', media_type: 'image/webp', content: 'UklGRgAA' }
  const picture = { id, file_name: 'a.jpg', width: 1600, height: 900, bytes: 6, person: 'Ann' }
  expect(await add('pictures', picture)).toBe('added')
  expect(await add('picture_files', file)).toBe('added')
  expect(await add('picture_files', file)).toBe('23505')
  expect(await add('picture_files', { ...file, name: 'svg', media_type: 'image/svg+xml' })).toBe('23514')
  await deleteRows(database(), 'pictures', { id })
  expect(await rowsOf('picture_files')).toBe(0)
})
