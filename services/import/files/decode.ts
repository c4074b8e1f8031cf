// Bytes that are not valid UTF-8 mean Windows-1252, which Excel on English Windows uses for "CSV".
import { UserError } from '../../user-error.ts'

export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let utf16: TextDecoder | undefined
  let isFirst = true
  let encoding: 'ascii' | 'utf-8' | 'windows-1252' = 'ascii'
  let partialCharacter: Uint8Array = new Uint8Array()

  const decode = (chunk: Uint8Array): string => {
    if (encoding === 'windows-1252') return decoded(chunk, 'windows-1252') as string
    const text = decoded(chunk, 'utf-8')
    if (text !== null) {
      if (encoding === 'ascii' && text.length < chunk.length) encoding = 'utf-8'
      return text
    }
    if (encoding === 'utf-8' || UTF8_PAIR.test(Buffer.from(chunk).toString('latin1'))) throw mixedEncodings()
    encoding = 'windows-1252'
    return decoded(chunk, 'windows-1252') as string
  }

  for await (const chunk of bytes) {
    if (isFirst) utf16 = utf16Decoder(chunk)
    isFirst = false
    if (utf16) {
      yield utf16.decode(chunk, { stream: true })
      continue
    }
    const joined = partialCharacter.length > 0 ? Buffer.concat([partialCharacter, chunk]) : chunk
    const end = joined.length - incompleteBytes(joined)
    partialCharacter = joined.subarray(end)
    yield decode(joined.subarray(0, end))
  }
  yield utf16 ? utf16.decode() : decode(partialCharacter)
}

/** Two bytes that are one character in UTF-8, and in Windows-1252 an unlikely pair such as Â£ or Ã©. */
const UTF8_PAIR = /[\u00c2-\u00f4][\u0080-\u00bf]/

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

const utf16Decoder = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe
    ? new TextDecoder('utf-16le')
    : first === 0xfe && second === 0xff
      ? new TextDecoder('utf-16be')
      : undefined

const mixedEncodings = () =>
  new UserError('The file mixes encodings and cannot be read: save it as “CSV UTF-8” and import that.')
