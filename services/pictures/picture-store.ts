/**
 * Pictures of articles, stored as rows (decision 024). The files of a picture are written first, in one request, and
 * then its row, so that a failure in between leaves nothing visible.
 */
import { randomUUID } from 'node:crypto'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { isUuid } from '../uuid.ts'
import { MAX_PICTURE_BYTES, TOO_LARGE } from './picture-limits.ts'
import { findUses, type PictureUse } from './picture-uses.ts'
import type { Refusal, ResizePicture } from './resizer.ts'

const MAX_NAME_LENGTH = 200
/** PostgreSQL's `disk_full`, which the embedded backend also returns. */
const DISK_FULL = '53100'
/** After this time an upload that is not finished has failed. */
const ORPHANED_AFTER_MS = 3_600_000

export interface Picture {
  id: string
  fileName: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** The size of all files together. */
  bytes: number
  person: string
  createdAt: string
}

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
 * @throws DataError unless the disk is full
 */
export async function storePicture(
  client: BackendClient,
  resize: ResizePicture,
  { bytes, fileName, actor }: Upload,
): Promise<StoredPicture | Refusal> {
  if (bytes.length > MAX_PICTURE_BYTES) return { refusal: TOO_LARGE }
  const made = await resize(bytes)
  if ('refusal' in made) return made
  const { width, height, files } = made
  const id = randomUUID()
  const name = pictureName(fileName)
  try {
    const rows = files.map((file) => ({
      picture_id: id,
      name: file.name,
      media_type: file.mediaType,
      content: Buffer.from(file.content).toString('base64'),
    }))
    requireSuccess(await client.from('picture_files').insert(rows))
    const total = files.reduce((sum, { content }) => sum + content.length, 0)
    const row = { id, file_name: name, width, height, bytes: total, person: actor.person }
    requireSuccess(await client.from('pictures').insert([row]))
    await recordChange(client, actor, 'add picture', `Added the picture “${name}” (${id}).`)
  } catch (error) {
    await takeBack(client, id)
    if (error instanceof DataError && error.code === DISK_FULL) return { refusal: NO_ROOM }
    throw error
  }
  return { id, width, height }
}

/** 'C:\\photos\\plate.JPG' → 'plate.JPG' */
const pictureName = (fileName: string) =>
  cleanLine(fileName.split(/[\\/]/).at(-1) ?? '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || 'picture'

/** If it cannot be undone now, `removeOrphanedFiles` removes the files later. */
async function takeBack(client: BackendClient, id: string) {
  try {
    await client.from('pictures').delete().eq('id', id)
    await client.from('picture_files').delete().eq('picture_id', id)
  } catch {}
}

interface PicturePage {
  /** Latest first. */
  pictures: (Picture & { uses: PictureUse[] })[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

const COLUMNS = 'id,file_name,width,height,bytes,person,created_at'
const PAGE_SIZE = 48

/**
 * Pictures with the articles that use them.
 * @param before the `next` of the previous page.
 */
export async function listPictures(
  client: BackendClient,
  before: string | null = null,
): Promise<PicturePage> {
  const read = client.from('pictures').select(COLUMNS)
  const from = before === null || Number.isNaN(Date.parse(before)) ? read : read.lt('created_at', before)
  const [rows, uses] = await Promise.all([
    from
      .order('created_at', { ascending: false })
      .order('id')
      .limit(PAGE_SIZE + 1),
    findUses(client),
  ])
  const pictures = requireRows(rows).map(toPicture)
  const page = pictures.slice(0, PAGE_SIZE)
  return {
    pictures: page.map((picture) => ({ ...picture, uses: uses.get(picture.id) ?? [] })),
    next: pictures.length > PAGE_SIZE ? (page.at(-1)?.createdAt ?? null) : null,
  }
}

export async function findPicture(client: BackendClient, id: string): Promise<Picture | null> {
  if (!isUuid(id)) return null
  const [row] = requireRows(await client.from('pictures').select(COLUMNS).eq('id', id))
  return row ? toPicture(row) : null
}

const toPicture = (row: Record<string, unknown>) => camelCaseRow(row) as unknown as Picture

interface StoredFile {
  mediaType: string
  content: Buffer
}

/** @param name such as '800'. Null if there is no such picture or size. */
export async function readPictureFile(
  client: BackendClient,
  id: string,
  name: string,
): Promise<StoredFile | null> {
  if (!isUuid(id)) return null
  const read = client.from('picture_files').select('media_type,content').eq('picture_id', id).eq('name', name)
  const [row] = requireRows(await read)
  if (!row) return null
  return { mediaType: String(row.media_type), content: Buffer.from(String(row.content), 'base64') }
}

/** Refused while an article uses it. Null once it is removed, by anyone. */
export async function removePicture(
  client: BackendClient,
  id: string,
  actor: Actor,
): Promise<Refusal | null> {
  const picture = await findPicture(client, id)
  if (!picture) return null
  const uses = (await findUses(client)).get(id) ?? []
  if (uses.length > 0) return { refusal: describeUses(uses) }
  const removed = requireRows(await client.from('pictures').delete().eq('id', id).select('id'))
  if (removed.length > 0)
    await recordChange(client, actor, 'remove picture', `Removed the picture “${picture.fileName}” (${id}).`)
  return null
}

function describeUses(uses: readonly PictureUse[]): string {
  const titles = uses.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = uses.length > 3 ? ` and ${uses.length - 3} more` : ''
  return `It is used in ${titles.join(', ')}${more}. Take it out there first, then remove it here.`
}

/** Removes files whose picture was never written because the backend failed in between. */
export async function removeOrphanedFiles(client: BackendClient, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - ORPHANED_AFTER_MS).toISOString()
  for (let offset = 0; ; ) {
    const files = client.from('picture_files').select('picture_id').eq('name', '1600').lt('created_at', limit)
    const rows = requireRows(await files.order('id').range(offset, offset + 99))
    const ids = rows.map(({ picture_id }) => String(picture_id))
    if (ids.length === 0) return
    const known = requireRows(await client.from('pictures').select('id').in('id', ids)).map(({ id }) => id)
    const orphaned = ids.filter((id) => !known.includes(id))
    if (orphaned.length > 0)
      requireSuccess(await client.from('picture_files').delete().in('picture_id', orphaned))
    offset += ids.length - orphaned.length
  }
}
