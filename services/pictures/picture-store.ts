/** Pictures of articles, stored as rows (decision 024). */
import { randomUUID } from 'node:crypto'
import { DataFault } from '#data/data-fault.ts'
import type { Database, Reader, Row } from '#data/tables.ts'
import { readTime } from '#data/times.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { isUuid } from '../uuid.ts'
import { MAX_PICTURE_BYTES, TOO_LARGE } from './picture-limits.ts'
import { findUses, type PictureUse } from './picture-uses.ts'
import type { Refusal, ResizePicture } from './resizer.ts'

const MAX_NAME_LENGTH = 200

/** Width and height are pixels of the largest file, bytes the size of all files together. */
type Picture = Omit<Row<'pictures'>, 'updatedAt'>

interface Upload {
  bytes: Uint8Array
  /** The media type from the browser; nothing depends on it. */
  fileName: string
  actor: Actor
}

export type StoredPicture = Pick<Picture, 'id' | 'width' | 'height'>

const NO_ROOM =
  'The database’s disk is full, so the picture was not saved. Nothing else was changed: free some space, and choose the picture again.'

/**
 * Stores a picture in the sizes that the site serves, without metadata, or returns the message why not. Uploading a
 * picture twice makes two pictures.
 * @throws DataFault unless the disk is full
 */
export async function storePicture(
  database: Database,
  resize: ResizePicture,
  { bytes, fileName, actor }: Upload,
): Promise<StoredPicture | Refusal> {
  if (bytes.length > MAX_PICTURE_BYTES) return { refusal: TOO_LARGE }
  const made = await resize(bytes)
  if ('refusal' in made) return made
  const { width, height, files } = made
  const id = randomUUID()
  const picture = {
    id,
    fileName: pictureName(fileName),
    width,
    height,
    bytes: files.reduce((sum, { content }) => sum + content.length, 0),
    person: actor.person,
  }
  try {
    await action(database, 'add a picture', async (transaction) => {
      await transaction.insertInto('pictures').values(picture).execute()
      for (const { name, mediaType, content } of files) {
        const file = { pictureId: id, name, mediaType, content: Buffer.from(content).toString('base64') }
        await transaction.insertInto('pictureFiles').values(file).execute()
      }
      await noteChange(transaction, actor, 'add picture', `Added the picture “${picture.fileName}” (${id}).`)
    })
  } catch (error) {
    if (error instanceof DataFault && error.kind === 'full') return { refusal: NO_ROOM }
    throw error
  }
  return { id, width, height }
}

/** 'C:\\photos\\plate.JPG' → 'plate.JPG' */
const pictureName = (fileName: string) =>
  cleanLine(fileName.split(/[\\/]/).at(-1) ?? '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || 'picture'

interface PicturePage {
  /** Latest first. */
  pictures: (Picture & { uses: PictureUse[] })[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

const COLUMNS = ['id', 'fileName', 'width', 'height', 'bytes', 'person', 'createdAt'] as const
const PAGE_SIZE = 48

const pictures = (reader: Reader) => reader.selectFrom('pictures').select(COLUMNS)

/**
 * Pictures with the articles that use them.
 * @param before the `next` of the previous page; another text is ignored.
 */
export async function listPictures(reader: Reader, before: string | null = null): Promise<PicturePage> {
  const until = readTime(before ?? '')
  const earlier = until ? pictures(reader).where('createdAt', '<', until) : pictures(reader)
  const [rows, uses] = await Promise.all([
    earlier
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(PAGE_SIZE + 1)
      .execute(),
    findUses(reader),
  ])
  const page = rows.slice(0, PAGE_SIZE)
  return {
    pictures: page.map((picture) => ({ ...picture, uses: uses.get(picture.id) ?? [] })),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.createdAt ?? null) : null,
  }
}

export async function findPicture(reader: Reader, id: string): Promise<Picture | null> {
  if (!isUuid(id)) return null
  return (await pictures(reader).where('id', '=', id).executeTakeFirst()) ?? null
}

interface StoredFile {
  mediaType: string
  content: Buffer
}

/** @param name such as '800'. Null if there is no such picture or size. */
export async function readPictureFile(reader: Reader, id: string, name: string): Promise<StoredFile | null> {
  if (!isUuid(id)) return null
  const files = reader.selectFrom('pictureFiles').select(['mediaType', 'content'])
  const file = await files.where('pictureId', '=', id).where('name', '=', name).executeTakeFirst()
  return file ? { mediaType: file.mediaType, content: Buffer.from(file.content, 'base64') } : null
}

/** Refused while an article uses it. Null once it is removed, by anyone. */
export function removePicture(database: Database, id: string, actor: Actor): Promise<Refusal | null> {
  return action(database, 'remove a picture', async (transaction) => {
    const picture = await findPicture(transaction, id)
    if (!picture) return null
    const uses = (await findUses(transaction, id)).get(id) ?? []
    if (uses.length > 0) return { refusal: describeUses(uses) }
    const removed = await transaction.deleteFrom('pictures').where('id', '=', id).returning('id').execute()
    const change = `Removed the picture “${picture.fileName}” (${id}).`
    if (removed.length > 0) await noteChange(transaction, actor, 'remove picture', change)
    return null
  })
}

function describeUses(uses: readonly PictureUse[]): string {
  const titles = uses.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = uses.length > 3 ? ` and ${uses.length - 3} more` : ''
  return `It is used in ${titles.join(', ')}${more}. Take it out there first, then remove it here.`
}
