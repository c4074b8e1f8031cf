/**
 * Writes services/people/common-passwords.bin from lists of passwords, the most common first, one in each line:
 * node scripts/build-common-passwords.ts first.txt second.txt
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { FINGERPRINT_BYTES, FINGERPRINTS_FILE, fingerprint } from '#services/people/common-passwords.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizePassword } from '#services/people/passwords.ts'

const COUNT = 10_000

const chosen = new Set<string>()
for (const file of process.argv.slice(2))
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const password = normalizePassword(line.trim()).toLowerCase()
    const { length } = [...password]
    if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH || chosen.size === COUNT) continue
    chosen.add(password)
  }

const fingerprints = [...chosen].map(fingerprint).sort(Buffer.compare)
writeFileSync(FINGERPRINTS_FILE, Buffer.concat(fingerprints))
process.stdout.write(`${fingerprints.length} passwords, ${fingerprints.length * FINGERPRINT_BYTES} bytes\n`)
