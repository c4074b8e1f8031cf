// The file of the lexicon: a header of 20 bytes, then the compressed columns of the trie.
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib'

const MAGIC = 'PWLX'
const VERSION = 1
const HEADER_BYTES = 20

/** The columns of a trie in breadth-first order, so that the children of a node are adjacent. */
export interface Columns {
  /** One bit per child letter (bit 0 is A); bit 31 marks the end of a word. */
  masks: Uint32Array
  /** One value per word, in the order of the nodes; multiplying by `SCORE_STEP` gives the score. */
  firstName: Uint8Array
  surname: Uint8Array
  /** Percent. */
  asianShare: Uint8Array
  encyclopaedia: Uint8Array
  /** 0 or 1. */
  own: Uint8Array
}

export const WORD_END = 0x80000000
/** The step of the stored scores, which are log10 of a count. */
export const SCORE_STEP = 0.02

const SCORES = ['firstName', 'surname', 'asianShare', 'encyclopaedia', 'own'] as const

/** Deterministic: the same columns give the same bytes. */
export function writeLexiconFile(columns: Columns): Uint8Array {
  const nodes = columns.masks.length
  const words = columns.own.length
  const body = new Uint8Array(nodes * 4 + words * SCORES.length)
  // One plane per byte of the masks compresses better than interleaved masks.
  for (let plane = 0; plane < 4; plane++) {
    for (let node = 0; node < nodes; node++)
      body[plane * nodes + node] = (columns.masks[node] as number) >>> (plane * 8)
  }
  SCORES.forEach((name, i) => {
    body.set(columns[name], nodes * 4 + words * i)
  })
  const compressed = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  })
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC)
  for (const [i, number] of [VERSION, nodes, words, crc32(body)].entries())
    header.writeUInt32LE(number, 4 + 4 * i)
  return new Uint8Array(Buffer.concat([header, compressed]))
}

/** @throws Error that describes the problem of a file that is empty, truncated, of another format or another version */
export function readLexiconFile(file: Uint8Array): Columns {
  if (file.length < HEADER_BYTES) throw new Error(`The lexicon is cut short: ${file.length} bytes.`)
  const header = Buffer.from(file.buffer, file.byteOffset, HEADER_BYTES)
  if (header.toString('latin1', 0, 4) !== MAGIC)
    throw new Error('The lexicon is not a lexicon: its first bytes are others.')
  const version = header.readUInt32LE(4)
  if (version !== VERSION) throw new Error(`The lexicon is of version ${version}, not ${VERSION}.`)
  const nodes = header.readUInt32LE(8)
  const words = header.readUInt32LE(12)
  const length = nodes * 4 + words * SCORES.length

  let body: Uint8Array
  try {
    body = brotliDecompressSync(file.subarray(HEADER_BYTES), { maxOutputLength: Math.max(1, length) })
  } catch (cause) {
    throw new Error('The lexicon is cut short or damaged: it cannot be decompressed.', { cause })
  }
  if (body.length !== length || crc32(body) !== header.readUInt32LE(16))
    throw new Error('The lexicon is damaged: its checksum differs.')

  const masks = new Uint32Array(nodes)
  for (let node = 0; node < nodes; node++) {
    masks[node] =
      (body[node] as number) |
      ((body[nodes + node] as number) << 8) |
      ((body[2 * nodes + node] as number) << 16) |
      ((body[3 * nodes + node] as number) << 24)
  }
  const column = (i: number) => body.subarray(nodes * 4 + words * i, nodes * 4 + words * (i + 1))
  return {
    masks,
    firstName: column(0),
    surname: column(1),
    asianShare: column(2),
    encyclopaedia: column(3),
    own: column(4),
  }
}
