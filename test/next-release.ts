/** The release after this one: the same code with another migration of each database. */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireBuild } from '#scripts/build-state.mjs'
import { makeArchive, PRODUCT_FILES } from '#scripts/package-files.ts'
import { SQLITE, SQLITE_CURRENT } from './next-migration.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Its archive, as `npm run package` makes it but with the packages of this checkout. */
export function makeNextRelease(archive: string): void {
  requireBuild()
  const folder = temporaryFolder()
  for (const name of PRODUCT_FILES) cpSync(name, join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'db/migrations/9999-lots.sql'), SQLITE)
  writeFileSync(join(folder, 'db/current/lots.sql'), SQLITE_CURRENT)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  makeArchive(archive, [...PRODUCT_FILES, 'node_modules'], folder)
}
