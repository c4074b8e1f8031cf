/** Makes sure that something lies on the disk, and not only in the machine's memory. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The names in a folder. Not every file system can, and none loses a file for it. */
export function syncFolder(path: string): void {
  try {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {}
}
