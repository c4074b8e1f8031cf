/** The files that e-mails become without a mail server. */
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from './mailer.ts'

/** A mail file, or a draft left by a killed process (`durable-file.ts`). */
const MAIL_FILE = /^(?:\.(?=.*\.eml\.[0-9a-f]{8}$))?(\d{4}-\d\d-\d\d-.*\.eml)(?:\.[0-9a-f]{8})?$/

export async function listMailFiles(
  dataDir: string,
  matches: (finishedName: string) => boolean,
): Promise<string[]> {
  const names = await readdir(mailFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => {
    const finishedName = MAIL_FILE.exec(name)?.[1]
    return finishedName !== undefined && matches(finishedName)
  })
}

export async function removeMailFiles(
  dataDir: string,
  matches: (name: string) => boolean,
): Promise<string[]> {
  const names = await listMailFiles(dataDir, matches)
  await Promise.all(names.map((name) => unlink(join(mailFolder(dataDir), name))))
  return names
}
