/** The migrations that were released, by their digests in db/released.json, and those of this checkout. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readMigrations } from '#db/read-sql.ts'
import { readHostedFiles } from '#services/backend-migrations.ts'

/** The SHA-256 of each file, by its path. Of SQLite it is that of what runs, with all that the file includes. */
export type MigrationDigests = Readonly<Record<string, string>>

const RELEASED = 'db/released.json'

/** By version. */
const readReleases = (): Record<string, MigrationDigests> => JSON.parse(readFileSync(RELEASED, 'utf8'))

export const readReleased = (): MigrationDigests => Object.assign({}, ...Object.values(readReleases()))

export function readCurrent(): MigrationDigests {
  const names = readdirSync(new URL('../db/migrations/', import.meta.url)).sort()
  const embedded = readMigrations().map((sql, index) => [`db/migrations/${names[index]}`, digestOf(sql)])
  const hosted = readHostedFiles()
    .filter(({ name }) => name.startsWith('migrations/'))
    .map(({ name, digest }) => [`supabase/${name}`, digest])
  return Object.fromEntries([...embedded, ...hosted])
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The released files that differ or are missing, and new ones that come before a released one of their folder. */
export function findBroken(released: MigrationDigests, current: MigrationDigests): string[] {
  const edited = Object.keys(released).filter((file) => current[file] !== released[file])
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  const early = Object.keys(current).filter(
    (file) =>
      !(file in released) &&
      Object.keys(released).some((other) => folderOf(other) === folderOf(file) && other > file),
  )
  return [...edited, ...early]
}

/** Notes what this version is the first to release. */
export function noteReleased(version: string): void {
  const [releases, released] = [readReleases(), readReleased()]
  const added = Object.entries(readCurrent()).filter(([file]) => !(file in released))
  writeFileSync(
    RELEASED,
    `${JSON.stringify({ ...releases, [version]: Object.fromEntries(added) }, null, 2)}\n`,
  )
}
