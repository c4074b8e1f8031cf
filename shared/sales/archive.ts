// The static exports, the fallback for the live backend (specification, 7. The calls it makes).
import type { LogError } from '../data/with-fallback.ts'
import type { ArchiveName } from './explorers.ts'

export interface Archive {
  data: unknown[]
  /** ISO 8601; null if missing or invalid. */
  exportedAt: string | null
  totalRecords: number
}

/** More are not read in place of the backend: a million are 400 MB, and stop the site for 16 seconds. */
export const MOST_ARCHIVED = 5_000
/** Of about as many, not compressed. */
const MAX_ARCHIVE_BYTES = 3_000_000

export const emptyArchive = (): Archive => ({ data: [], exportedAt: null, totalRecords: 0 })

export const archivePath = (name: ArchiveName) => `/data/${name}.json`

const FAILED = 'Error loading the archived sales'
const TIMEOUT_MS = 10_000

/**
 * Empty on failure (specification, 8. Error catalogue: Static sales load failure). Never throws. `prefix` is that of a
 * web archive.
 */
export async function fetchArchive(
  name: ArchiveName,
  { fetch = globalThis.fetch, logError = console.error as LogError, prefix = '' } = {},
): Promise<Archive> {
  try {
    const path = prefix + archivePath(name)
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    if (Number(response.headers.get('Content-Length')) > MAX_ARCHIVE_BYTES) {
      await response.body?.cancel()
      throw new Error(`${path} is too long to be read in place of the backend`)
    }
    return parseArchive(await response.json())
  } catch (error) {
    logError(FAILED, error)
    return emptyArchive()
  }
}

/** Skips rows without a registration or a year. @throws Error if `data` is missing */
export function parseArchive(value: unknown): Archive {
  const { data, exportedAt, totalRecords } = (value ?? {}) as Record<string, unknown>
  if (!Array.isArray(data)) throw new Error('The archive has no list of sales (`data`)')
  const rows = data.filter(isSaleRow)
  const isDated = typeof exportedAt === 'string' && !Number.isNaN(Date.parse(exportedAt))
  return {
    data: rows,
    exportedAt: isDated ? exportedAt : null,
    totalRecords: typeof totalRecords === 'number' ? totalRecords : rows.length,
  }
}

function isSaleRow(row: unknown): boolean {
  const { plate_number, sale_year } = (row ?? {}) as Record<string, unknown>
  return typeof plate_number === 'string' && /^\s*\d{1,4}\s*$/.test(String(sale_year))
}
