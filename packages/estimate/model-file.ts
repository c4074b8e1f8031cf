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

/** 'PWEM': Plateworthy's estimate model. */
const MAGIC = [0x50, 0x57, 0x45, 0x4d]
/** Increment with every change of the layout, or of the features or their meaning. */
const FORMAT_VERSION = 1
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
  const body = writer.finish()
  const file = new Uint8Array(PREAMBLE_BYTES + body.length)
  const view = new DataView(file.buffer)
  file.set(MAGIC)
  view.setUint32(4, FORMAT_VERSION, true)
  view.setUint32(8, file.length, true)
  view.setUint32(12, crc32(body), true)
  file.set(body, PREAMBLE_BYTES)
  return file
}

/** @throws ModelFileError for a file that is truncated, corrupted or of another version */
export function parseModel(bytes: Uint8Array): Model {
  if (bytes.length < PREAMBLE_BYTES) throw new ModelFileError('The model file is cut short.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new ModelFileError('This is no model file.')
  const version = view.getUint32(4, true)
  if (version !== FORMAT_VERSION)
    throw new ModelFileError(
      `The model file is of version ${version}, this program reads version ${FORMAT_VERSION}: train a model anew.`,
    )
  const length = view.getUint32(8, true)
  if (bytes.length < length) throw new ModelFileError('The model file is cut short.')
  if (bytes.length > length) throw new ModelFileError('The model file is damaged: bytes follow its end.')
  const body = bytes.subarray(PREAMBLE_BYTES)
  if (crc32(body) !== view.getUint32(12, true))
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
  return { ...header, cuts, base, price, nets, memory, range: { ...range, size } }
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
  private readonly parts: Uint8Array[] = []

  number(value: number): void {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, value, true)
    this.parts.push(bytes)
  }

  double(value: number): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    this.parts.push(bytes)
  }

  bytes(values: Uint8Array): void {
    this.number(values.length)
    this.parts.push(values)
  }

  text(text: string): void {
    this.bytes(new TextEncoder().encode(text))
  }

  /** Numbers of 32 bits as they are in memory: our machines are little-endian. */
  words({ length, buffer, byteOffset, byteLength }: Float32Array | Uint32Array): void {
    this.number(length)
    this.parts.push(new Uint8Array(buffer, byteOffset, byteLength))
  }

  finish(): Uint8Array {
    const all = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of this.parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }
}

class Reader {
  private readonly file: Uint8Array
  private readonly view: DataView
  private at = 0

  constructor(file: Uint8Array) {
    this.file = file
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  }

  number(): number {
    return this.view.getUint32(this.take(4), true)
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true)
  }

  bytes(): Uint8Array {
    const length = this.number()
    const from = this.take(length)
    return this.file.slice(from, from + length)
  }

  text(): string {
    return new TextDecoder().decode(this.bytes())
  }

  floats(): Float32Array {
    return new Float32Array(this.words())
  }

  integers(): Uint32Array {
    return new Uint32Array(this.words())
  }

  /** Copies an array of 32-bit numbers, as `Writer.words` writes it. */
  private words(): ArrayBuffer {
    const bytes = 4 * this.number()
    const from = this.take(bytes)
    return new Uint8Array(this.file.subarray(from, from + bytes)).buffer
  }

  private take(length: number): number {
    const from = this.at
    if (from + length > this.file.length)
      throw new ModelFileError('The model file is damaged: it ends within an array.')
    this.at += length
    return from
  }
}
