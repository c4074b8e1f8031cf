// The format of the model file: magic, version, length and checksum, then the header as JSON and its arrays.
import { crc32 } from 'node:zlib'
import { COLUMN_COUNT } from './columns.ts'
import { FEATURES } from './features.ts'
import type { Memory } from './memory.ts'
import type { Model, RangeModel } from './model.ts'
import type { Net } from './net/net.ts'
import { type Forest, LEAF } from './trees/forest.ts'

/** The model file cannot be used; the message says why. */
export class ModelFileError extends Error {
  override name = 'ModelFileError'
}

/** Plateworthy's estimate model. */
const MAGIC = 'PWEM'
/** Increment with every change of the layout, or of the features or their meaning. */
const FORMAT_VERSION = 2
/** Magic, version, length of the whole file, checksum of the rest. */
const PREAMBLE_BYTES = 16

interface Header {
  features: string[]
  nowMonth: number
  formats: Record<string, number>
  range: Omit<RangeModel, 'size'>
  netShare: number
  nets: Pick<Net, 'base' | 'switches' | 'hidden1' | 'hidden2'>[]
}

/** Deterministic: the same model gives the same bytes. All numbers are little-endian. */
export function serializeModel(model: Model): Uint8Array {
  const { size, ...range } = model.range
  const header: Header = {
    features: model.features,
    nowMonth: model.nowMonth,
    formats: model.formats,
    range,
    netShare: model.netShare,
    nets: model.nets.map(({ base, switches, hidden1, hidden2 }) => ({ base, switches, hidden1, hidden2 })),
  }
  const writer = new Writer()
  writer.text(JSON.stringify(header))
  writer.number(model.cuts.length)
  for (const cuts of model.cuts) writer.words(cuts)
  for (const forest of [model.base, size, model.price]) writeForest(writer, forest)
  for (const net of model.nets) {
    writer.words(net.centres)
    writer.words(net.scales)
    writer.words(net.weights)
  }
  writeMemory(writer, model.memory)
  writer.words(model.ridge.hashes)
  writer.bytes(new Uint8Array(model.ridge.weights))
  const body = Buffer.concat(writer.parts)
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  preamble.write(MAGIC)
  preamble.writeUInt32LE(FORMAT_VERSION, 4)
  preamble.writeUInt32LE(PREAMBLE_BYTES + body.length, 8)
  preamble.writeUInt32LE(crc32(body), 12)
  return new Uint8Array(Buffer.concat([preamble, body]))
}

/** @throws ModelFileError for a file that is truncated, corrupted or of another version */
export function parseModel(bytes: Uint8Array): Model {
  if (bytes.length < PREAMBLE_BYTES) throw new ModelFileError('The model file is cut short.')
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 0, 4) !== MAGIC) throw new ModelFileError('This is no model file.')
  const version = file.readUInt32LE(4)
  if (version !== FORMAT_VERSION)
    throw new ModelFileError(
      `The model file is of version ${version}, this program reads version ${FORMAT_VERSION}: train a model anew.`,
    )
  const length = file.readUInt32LE(8)
  if (file.length < length) throw new ModelFileError('The model file is cut short.')
  if (file.length > length) throw new ModelFileError('The model file is damaged: bytes follow its end.')
  const body = file.subarray(PREAMBLE_BYTES)
  if (crc32(body) !== file.readUInt32LE(12))
    throw new ModelFileError('The model file is damaged: its checksum does not fit.')
  const reader = new Reader(body)
  const { nets: netHeaders, range, ...header } = JSON.parse(reader.text()) as Header
  if (header.features.join() !== FEATURES.join())
    throw new ModelFileError(
      'The model was trained on other features than this program computes: train a model anew.',
    )
  const cuts = Array.from({ length: reader.number() }, () => reader.floats())
  if (cuts.length !== COLUMN_COUNT)
    throw new ModelFileError(
      'The model was trained on other columns than this program fills: train a model anew.',
    )
  const base = readForest(reader)
  const size = readForest(reader)
  const price = readForest(reader)
  const nets = netHeaders.map((net) => ({
    ...net,
    centres: reader.floats(),
    scales: reader.floats(),
    weights: reader.floats(),
  }))
  const memory = readMemory(reader)
  const ridge = { hashes: reader.integers(), weights: new Int8Array(reader.bytes()) }
  return { ...header, cuts, base, price, nets, memory, ridge, range: { ...range, size } }
}

function writeForest(writer: Writer, forest: Forest): void {
  writer.double(forest.base)
  writer.bytes(forest.column)
  writer.bytes(forest.bin)
  writer.bytes(forest.right)
  writer.words(forest.leaves)
}

/** The start of each tree is not stored: a tree ends where all of its branches have ended. */
function readForest(reader: Reader): Forest {
  const base = reader.double()
  const column = reader.bytes()
  const bin = reader.bytes()
  const right = reader.bytes()
  const leaves = reader.floats()
  const treeNodes: number[] = []
  const treeLeaves: number[] = []
  let leaf = 0
  for (let node = 0; node < column.length; ) {
    treeNodes.push(node)
    treeLeaves.push(leaf)
    for (let open = 1; open > 0; node++) {
      if (column[node] === LEAF) {
        open--
        leaf++
      } else open++
    }
  }
  return {
    base,
    column,
    bin,
    right,
    leaves,
    treeNodes: Uint32Array.from(treeNodes),
    treeLeaves: Uint32Array.from(treeLeaves),
  }
}

/** Hashes of 40 bits, stored as 32 high and 8 low bits. */
function writeMemory(writer: Writer, { hashes, sums, priced, counted }: Memory): void {
  writer.words(Uint32Array.from(hashes, (hash) => Math.floor(hash / 256)))
  writer.bytes(Uint8Array.from(hashes, (hash) => hash % 256))
  writer.words(sums)
  writer.words(Uint32Array.from(priced, (count, i) => count * 65_536 + (counted[i] as number)))
}

function readMemory(reader: Reader): Memory {
  const high = reader.integers()
  const low = reader.bytes()
  const sums = reader.floats()
  const counts = reader.integers()
  const hashes = new Float64Array(high.length)
  const priced = new Uint16Array(high.length)
  const counted = new Uint16Array(high.length)
  for (let i = 0; i < high.length; i++) {
    hashes[i] = (high[i] as number) * 256 + (low[i] as number)
    const both = counts[i] as number
    priced[i] = both >>> 16
    counted[i] = both & 65_535
  }
  return { hashes, sums, priced, counted }
}

/** Each array is preceded by its length. */
class Writer {
  readonly parts: Uint8Array[] = []

  number(value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    this.parts.push(bytes)
  }

  double(value: number): void {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(value)
    this.parts.push(bytes)
  }

  bytes(values: Uint8Array): void {
    this.number(values.length)
    this.parts.push(values)
  }

  text(text: string): void {
    this.bytes(Buffer.from(text))
  }

  /** Numbers of 32 bits as they are in memory: our machines are little-endian. */
  words({ length, buffer, byteOffset, byteLength }: Float32Array | Uint32Array): void {
    this.number(length)
    this.parts.push(new Uint8Array(buffer, byteOffset, byteLength))
  }
}

class Reader {
  private readonly file: Buffer
  private at = 0

  constructor(file: Buffer) {
    this.file = file
  }

  number(): number {
    return this.take(4).readUInt32LE()
  }

  double(): number {
    return this.take(8).readDoubleLE()
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.take(this.number()))
  }

  text(): string {
    return this.take(this.number()).toString()
  }

  floats(): Float32Array {
    return new Float32Array(this.words())
  }

  integers(): Uint32Array {
    return new Uint32Array(this.words())
  }

  /** Copies an array of 32-bit numbers, as `Writer.words` writes it. */
  private words(): ArrayBuffer {
    return new Uint8Array(this.take(4 * this.number())).buffer
  }

  private take(length: number): Buffer {
    const from = this.at
    if (from + length > this.file.length)
      throw new ModelFileError('The model file is damaged: it ends within an array.')
    this.at += length
    return this.file.subarray(from, this.at)
  }
}
