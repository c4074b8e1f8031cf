import { isUtf8 } from 'node:buffer'
import { UserError } from '../../user-error.ts'

/**
 * Bytes that are not valid UTF-8 mean Windows-1252, which Excel on English Windows uses for "CSV".
 * @throws UserError if the text has both
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (isUtf8(bytes)) return bytes.toString()
  if (UTF8_CHARACTER.test(bytes.toString('latin1')))
    throw new UserError(
      'The file mixes encodings and cannot be read: save it as “CSV UTF-8” and import that.',
    )
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Bytes that are one character in UTF-8, and in Windows-1252 an unlikely sequence such as Â£, Ã© or â‚¬. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/
