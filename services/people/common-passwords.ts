/**
 * The 10,000 most common passwords of 12 characters or more, stored as fingerprints to save space and to keep
 * profanities out of the source. Sources and licences: common-passwords.md; made by scripts/build-common-passwords.ts.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const FINGERPRINTS_FILE = new URL('common-passwords.bin', import.meta.url)

/** With 10,000 fingerprints of this size, one in 28 thousand million other passwords is refused by accident. */
export const FINGERPRINT_BYTES = 6

/** @param password normalised and in lower case */
export const fingerprint = (password: string): Buffer =>
  createHash('sha256').update(password).digest().subarray(0, FINGERPRINT_BYTES)

let loaded: Buffer | undefined

/** Sorted, for a binary search. */
function fingerprints(): Buffer {
  loaded ??= readFileSync(FINGERPRINTS_FILE)
  return loaded
}

/** @param password normalised and in lower case */
export function isCommonPassword(password: string): boolean {
  const wanted = fingerprint(password)
  const all = fingerprints()
  let low = 0
  let high = all.length / FINGERPRINT_BYTES - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = middle * FINGERPRINT_BYTES
    const order = Buffer.compare(all.subarray(at, at + FINGERPRINT_BYTES), wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return false
}
