/**
 * Turns the bytes of a file into text: UTF-8, UTF-16 with its mark, and what Excel saves on an English
 * Windows as plain "CSV" (Windows-1252), told by the first byte that no UTF-8 has.
 */
import { OfficeFault } from '../faults.ts'

export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined
  /** Until a character beyond ASCII has come, the file may still turn out to be Windows-1252. */
  let isAscii = true
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(startsAsUtf16(chunk) ?? 'utf-8', { fatal: true })
    try {
      const text = decoder.decode(chunk, { stream: true })
      isAscii &&= chunk.every((byte) => byte < 0x80)
      yield text
    } catch {
      if (!isAscii || decoder.encoding !== 'utf-8') throw wrongEncoding()
      decoder = new TextDecoder('windows-1252')
      isAscii = false
      yield decoder.decode(chunk, { stream: true })
    }
  }
  try {
    yield decoder?.decode() ?? ''
  } catch {
    throw wrongEncoding()
  }
}

const startsAsUtf16 = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null

const wrongEncoding = () =>
  new OfficeFault(
    'The file mixes encodings and cannot be read: save it again as “CSV UTF-8”, and import that.',
  )
