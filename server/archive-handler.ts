import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream as WebStream } from 'node:stream/web'
import { archiveFolder, fileName, loadSnapshot, type Snapshot } from '#services/archive/snapshot.ts'
import { type Archive, emptyArchive, MOST_ARCHIVED, parseArchive } from '#shared/sales/archive.ts'
import type { ArchiveName } from '#shared/sales/explorers.ts'
import { chooseEncoding } from './compression.ts'

const MAX_AGE_SECONDS = 300

export interface ArchiveServer {
  answer(request: Request, name: ArchiveName): Promise<Response>
  /** Empty if nothing has been published, or too many sales. Never throws. */
  read(name: ArchiveName): Promise<Archive>
  current(): Promise<Snapshot | null>
}

export function createArchiveHandler(
  dataDir: string,
  logError: (message: string, error: unknown) => void,
): ArchiveServer {
  let loaded: { stamp: number; snapshot: Promise<Snapshot | null> } | undefined
  let parsed: { folder: string; archives: Map<ArchiveName, Promise<Archive>> } | undefined

  /** Publishing renames a folder into the archive, which changes its modification time. */
  async function current(): Promise<Snapshot | null> {
    const stamp = await stat(archiveFolder(dataDir)).then(
      (folder) => folder.mtimeMs,
      () => 0,
    )
    if (loaded?.stamp !== stamp) {
      const snapshot = loadSnapshot(dataDir, (folder, reason) =>
        logError('A published snapshot is damaged and was skipped', new Error(`${folder}: ${reason}`)),
      )
      loaded = { stamp, snapshot }
    }
    return loaded.snapshot
  }

  async function send(request: Request, name: ArchiveName, isRetry = false): Promise<Response> {
    const snapshot = await current()
    if (!snapshot)
      return Response.json(
        { message: 'No snapshot has been published yet.' },
        { status: 503, headers: { 'Retry-After': '60', 'Cache-Control': 'no-store' } },
      )
    const encoding = chooseEncoding(request.headers.get('Accept-Encoding'))
    const { bytes, sha256 } = snapshot.exports[name][encoding]
    const headers = new Headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
      ETag: `"${sha256.slice(0, 32)}"`,
      'Last-Modified': new Date(snapshot.exportedAt).toUTCString(),
      Vary: 'Accept-Encoding',
    })
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    if (isNotModified(request, headers)) return new Response(null, { status: 304, headers })
    headers.set('Content-Length', String(bytes))
    if (request.method === 'HEAD') return new Response(null, { headers })
    const path = join(snapshot.folder, fileName(name, encoding))
    const size = await stat(path).then(
      (file) => file.size,
      () => null,
    )
    if (size !== bytes) {
      loaded = undefined
      if (isRetry) throw new Error(`${snapshot.folder} changed while it was read`)
      return send(request, name, true)
    }
    const body = WebStream.from(readChunks(path)) as ReadableStream<Uint8Array>
    return new Response(body, { headers })
  }

  async function read(name: ArchiveName): Promise<Archive> {
    try {
      const snapshot = await current()
      if (!snapshot || snapshot.exports[name].totalRecords > MOST_ARCHIVED) return emptyArchive()
      if (parsed?.folder !== snapshot.folder) parsed = { folder: snapshot.folder, archives: new Map() }
      const { archives } = parsed
      const known = archives.get(name)
      if (known) return await known
      const reading = readFile(join(snapshot.folder, fileName(name, 'identity')), 'utf8').then((text) =>
        parseArchive(JSON.parse(text)),
      )
      archives.set(name, reading)
      reading.catch(() => archives.delete(name))
      return await reading
    } catch (error) {
      logError('Error loading the archived sales', error)
      return emptyArchive()
    }
  }

  return { answer: send, read, current }
}

/** Opens the file with the first read, so that a response that nobody reads leaves none open. */
async function* readChunks(path: string) {
  yield* createReadStream(path)
}

/** Proxies that recompress make an ETag weak; it still matches. */
function isNotModified(request: Request, headers: Headers): boolean {
  const etags = request.headers.get('If-None-Match')
  if (etags !== null)
    return etags
      .split(',')
      .some((etag) => ['*', headers.get('ETag')].includes(etag.trim().replace(/^W\//, '')))
  // Equality, not order: if the clock was set back, a newer export has an earlier date.
  return request.headers.get('If-Modified-Since') === headers.get('Last-Modified')
}
