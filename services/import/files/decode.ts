import { isUtf8 } from 'node:buffer'
import { UserError } from '../../user-error.ts'

/**
 * UTF-16 and UTF-8, with or without a byte order mark. Other bytes mean Windows-1252, which Excel on English Windows uses for
 * "CSV". @throws UserError if the text has both of the last two, or is in UTF-32
 */
export function decodeText(bytes: Buffer): string {
  const wide = wideEncodingOf(bytes)
  if (wide === 'utf-32')
    throw new UserError(
      'The file is in UTF-32, which no spreadsheet writes: save it as “CSV UTF-8” and import that.',
    )
  // A line end that was added in another encoding may be half a character.
  if (wide) return new TextDecoder(wide).decode(bytes.subarray(0, bytes.length & ~1))
  if (isUtf8(bytes)) return bytes.toString()
  if (UTF8_CHARACTER.test(bytes.toString('latin1')))
    throw new UserError(
      'The file mixes encodings and cannot be read: save it as “CSV UTF-8” and import that.',
    )
  return new TextDecoder('windows-1252').decode(bytes)
}

const SAMPLE_BYTES = 4_096

/** By the mark, or by the zeros that half of the bytes of English text in UTF-16 are. */
function wideEncodingOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0, 0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1
  const isMostly = (place: number) => (zeros[place] ?? 0) > sample.length / 10
  const isNever = (place: number) => (zeros[place] ?? 0) < sample.length / 100
  if (isMostly(1) && isMostly(2)) return 'utf-32'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isMostly(1) && isMostly(3) && isNever(0) && isNever(2)) return 'utf-16le'
  return isMostly(0) && isMostly(2) && isNever(1) && isNever(3) ? 'utf-16be' : null
}

/** Bytes that are one character in UTF-8, and in Windows-1252 an unlikely sequence such as Â£, Ã© or â‚¬. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/
