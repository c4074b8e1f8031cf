/** Creates the databases that `temporaryDataDir` copies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openBackend } from '#db/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databases: { seeded: string; empty: string }
  }
}

export default function create(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-databases-'))
  const createDatabase = (seed: boolean) => {
    const dataDir = join(folder, seed ? 'seeded' : 'empty')
    openBackend({ dataDir, seed }).close()
    return join(dataDir, 'plateworthy.db')
  }
  project.provide('databases', { seeded: createDatabase(true), empty: createDatabase(false) })
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
