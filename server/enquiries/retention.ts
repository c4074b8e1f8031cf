/** How long enquiries are kept, and the files that go with them. */
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from './mailer.ts'

/** What is older than this moment goes. */
export function retentionLimit(now: Date, months: number): Date {
  const limit = new Date(now)
  limit.setUTCDate(1)
  limit.setUTCMonth(limit.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(limit.getUTCFullYear(), limit.getUTCMonth() + 1, 0)).getUTCDate()
  limit.setUTCDate(Math.min(now.getUTCDate(), lastDay))
  return limit
}

/** @returns the names of the files that were removed */
export async function removeMailFiles(
  dataDir: string,
  isMeant: (name: string) => boolean,
): Promise<string[]> {
  const folder = mailFolder(dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const meant = names.filter((name) => /^\d{4}-\d\d-\d\d-.*\.eml$/.test(name) && isMeant(name))
  await Promise.all(meant.map((name) => unlink(join(folder, name))))
  return meant
}
