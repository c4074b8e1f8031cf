import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { listAudit } from '#services/audit/audit-log.ts'
import {
  findPicture,
  listPictures,
  readPictureFile,
  removePicture,
  storePicture,
} from '#services/pictures/picture-store.ts'
import { UNTITLED } from '#services/pictures/picture-uses.ts'
import type { ResizePicture } from '#services/pictures/resizer.ts'
import { addRows, editRows, findRows, type TableName } from '../rows.ts'
import { madePicture } from './made-picture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract({})
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }

beforeEach(() => contract().fill({}))

async function store(fileName = 'plate.jpg', resize = madePicture): Promise<string> {
  const stored = await storePicture(database(), resize, {
    bytes: Buffer.from('bytes '),
    fileName,
    actor: ann,
  })
  if ('refusal' in stored) throw new Error(stored.refusal)
  return stored.id
}

const rowsOf = async (table: TableName) => (await findRows(database(), table, '*')).length

interface Version {
  number: number
  body?: string
  picture?: { id: string; alt: string } | null
}

async function addArticle(title: string, versions: Version[], published?: number) {
  const id = randomUUID()
  const rows = versions.map(({ number, body = '', picture = null }) => ({
    id: randomUUID(),
    article_id: id,
    number,
    kind: 'saved',
    content: JSON.stringify({ title, body, picture }),
    person: 'Ann',
  }))
  await addRows(database(), 'article_versions', rows)
  const version = rows.find(({ number }) => number === published)?.id ?? null
  const state = version ? { status: 'published', published_version: version } : {}
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await addRows(database(), 'articles', { id, section: 'news', slug, ...state })
  return id
}

const usesOf = async (id: string) =>
  (await listPictures(database())).pictures.find((picture) => picture.id === id)?.uses

it('a picture is stored with its files, listed and read back', async () => {
  const id = await store('C:\\photos\\a plate.jpg')
  expect(await findPicture(database(), id)).toMatchObject({
    fileName: 'a plate.jpg',
    width: 1600,
    height: 900,
    bytes: 6 * 3 + '1600800share'.length,
    person: 'Ann',
  })
  const file = await readPictureFile(database(), id, 'share')
  expect([file?.mediaType, String(file?.content)]).toEqual(['image/jpeg', 'bytes share'])
  expect(await readPictureFile(database(), id, 'original')).toBe(null)
  expect(await readPictureFile(database(), randomUUID(), '800')).toBe(null)
  expect(await readPictureFile(database(), 'x,or(id.gt.0)', '800')).toBe(null)
  const [entry] = await listAudit(database())
  expect(entry).toMatchObject({ person: 'Ann', action: 'add picture' })
  expect(entry?.change).toContain('a plate.jpg')
})

it.each([
  ['', 'picture'],
  ['..\\..\\', 'picture'],
  ['../../etc/passwd', 'passwd'],
  ['plate\u202egpj.exe\u0000', 'plategpj.exe'],
  ['ß\ud800.png', 'ß\ufffd.png'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(200)],
])('a picture with the name %j is called %j', async (given, expected) => {
  expect((await findPicture(database(), await store(given)))?.fileName).toBe(expected)
})

it('a picture that is refused leaves nothing', async () => {
  const refuse: ResizePicture = async () => ({ refusal: 'No.' })
  const upload = { bytes: Buffer.from('x'), fileName: 'x', actor: ann }
  expect(await storePicture(database(), refuse, upload)).toEqual({ refusal: 'No.' })
  const large = { ...upload, bytes: Buffer.alloc(25 * 1024 * 1024 + 1) }
  expect(await storePicture(database(), madePicture, large)).toEqual({
    refusal: expect.stringContaining('25 MB'),
  })
  expect([await rowsOf('pictures'), await rowsOf('picture_files')]).toEqual([0, 0])
})

it('a picture that the database refuses leaves nothing', async () => {
  const tooHigh: ResizePicture = async (bytes) => ({ ...(await madePicture(bytes)), height: 99_999 }) as never
  await expect(store('x.jpg', tooHigh)).rejects.toMatchObject({ code: '23514' })
  expect([await rowsOf('pictures'), await rowsOf('picture_files')]).toEqual([0, 0])
})

it('a picture of the largest size that is made fits into one request', async () => {
  const id = await store('large.jpg', async () => ({
    width: 1600,
    height: 3200,
    files: [
      { name: '1600', mediaType: 'image/webp', content: Buffer.alloc(5_200_000, 'x') },
      { name: '800', mediaType: 'image/webp', content: Buffer.alloc(200_000, 'y') },
      { name: 'share', mediaType: 'image/jpeg', content: Buffer.alloc(100_000, 'z') },
    ],
  }))
  expect((await readPictureFile(database(), id, '1600'))?.content.length).toBe(5_200_000)
})

it('a picture that an article uses is listed with it and its alternative text', async () => {
  const id = await store()
  const inText = await addArticle('In the text', [
    { number: 1, body: `Look:\n\n![A plate \\[yellow\\] on “ink”](/pictures/${id})\n` },
  ])
  const atTop = await addArticle('At the top', [{ number: 1, picture: { id, alt: 'On a car' } }], 1)
  expect(await usesOf(id)).toEqual(
    expect.arrayContaining([
      { articleId: inText, title: 'In the text', alt: 'A plate [yellow] on “ink”' },
      { articleId: atTop, title: 'At the top', alt: 'On a car' },
    ]),
  )
})

it('a picture is not removed while an article that uses it is published, scheduled or has it in the latest version, and is removed after that', async () => {
  const id = await store()
  const body = `![A plate](/pictures/${id})`
  const article = await addArticle('A plate of ours', [{ number: 1, body }, { number: 2 }], 1)
  const refused = await removePicture(database(), id, ann)
  expect(refused?.refusal).toContain('“A plate of ours”')
  const versions = await findRows(database(), 'article_versions', ['id'], { number: 2 })
  const withdrawn = { status: 'draft', published_version: null }
  await editRows(database(), 'articles', { id: article }, withdrawn)
  expect(await usesOf(id)).toEqual([]) // only an earlier version contains it
  await editRows(
    database(),
    'articles',
    { id: article },
    { status: 'published', published_version: String(versions[0]?.id) },
  )
  expect(await removePicture(database(), id, ann)).toBe(null)
  expect([await rowsOf('pictures'), await rowsOf('picture_files')]).toEqual([0, 0])
  expect((await listAudit(database()))[0]).toMatchObject({ action: 'remove picture' })
  expect(await removePicture(database(), id, ann)).toBe(null)
})

it('a picture that an article uses is found even in a version whose content cannot be parsed', async () => {
  const id = await store()
  const article = await addArticle('Broken', [{ number: 1 }])
  await editRows(
    database(),
    'article_versions',
    { article_id: article },
    { content: `{"body":"/pictures/${id}` },
  )
  expect(await usesOf(id)).toEqual([{ articleId: article, title: UNTITLED, alt: null }])
})

it('pictures are listed in pages, the latest first', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({
    file_name: `${index}.jpg`,
    width: 1,
    height: 1,
    bytes: 1,
    person: 'Ann',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }))
  await addRows(database(), 'pictures', rows)
  const first = await listPictures(database())
  expect([first.pictures.length, first.pictures[0]?.fileName]).toEqual([48, '49.jpg'])
  const last = await listPictures(database(), first.next)
  expect([last.pictures.map(({ fileName }) => fileName), last.next]).toEqual([['1.jpg', '0.jpg'], null])
  expect((await listPictures(database(), 'yesterday')).pictures).toHaveLength(48)
})
