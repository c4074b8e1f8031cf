/** Built files of earlier versions, which pages that are open in browsers, or kept by a CDN, still request after an upgrade. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '#services/log.ts'

/** The folders of the public site and of the desk within a build, and within the folder of kept files. */
export const APPLICATIONS = { site: 'client', desk: 'desk/client' } as const

export const keptFolder = (dataDir: string) => join(dataDir, 'built')

const KEEP_MS = 7 * 86_400_000
/** The modification time of a file of the running version; that of any other is when it was superseded. */
const IN_USE_MS = 0

/** Copies the files of this build into DATA_DIR, where they stay for a week after another version starts. Never throws. */
export function keepAssets(build: URL, dataDir: string, log: Pick<Log, 'error'>, now = Date.now()): void {
  try {
    for (const application of Object.values(APPLICATIONS))
      keepFiles(
        join(fileURLToPath(build), application, 'assets'),
        join(keptFolder(dataDir), application, 'assets'),
        now,
      )
  } catch (error) {
    log.error('The built files could not be copied to DATA_DIR, where open pages would find them', error)
  }
}

function keepFiles(from: string, to: string, now: number): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const kept = new Map(readdirSync(to).map((name) => [name, statSync(join(to, name)).mtimeMs]))
  const mark = (name: string, timeMs: number) => utimesSync(join(to, name), timeMs / 1000, timeMs / 1000)
  for (const name of readdirSync(from)) {
    // Marked last, so that a copy that was interrupted is made again.
    if (kept.get(name) !== IN_USE_MS) {
      writeFileSync(join(to, name), readFileSync(join(from, name)), { mode: 0o600 })
      mark(name, IN_USE_MS)
    }
    kept.delete(name)
  }
  for (const [name, supersededMs] of kept) {
    if (supersededMs === IN_USE_MS) mark(name, now)
    else if (supersededMs < now - KEEP_MS) rmSync(join(to, name))
  }
}
