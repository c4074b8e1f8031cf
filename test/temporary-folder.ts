import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

/** Removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A DATA_DIR with a migrated database, seeded by default. Copying one is ten times as fast as creating it. */
export function temporaryDataDir({ seed = true } = {}): string {
  const folder = temporaryFolder()
  const { seeded, empty } = inject('databases')
  copyFileSync(seed ? seeded : empty, join(folder, 'plateworthy.db'))
  return folder
}

/** A folder for what the tests of this worker share, removed when all tests have ended. */
export function sharedFolder(): string {
  return mkdtempSync(join(dirname(dirname(inject('databases').seeded)), 'shared-'))
}

/** A DATA_DIR with the seed, for a site that the tests of this worker share. */
export function sharedDataDir(): string {
  const folder = sharedFolder()
  copyFileSync(inject('databases').seeded, join(folder, 'plateworthy.db'))
  return folder
}
