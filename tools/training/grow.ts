import { createRandom } from '#packages/estimate/random.ts'
import { MAX_BINS } from '#packages/estimate/trees/bins.ts'
import { type Forest, LEAF } from '#packages/estimate/trees/forest.ts'

export interface GrowOptions {
  trees: number
  rate: number
  /** At most 7, so that a step to the right child fits in a byte. */
  depth: number
  /** The minimum number of rows in a leaf. */
  minimum: number
  lambda: number
  /** The share of rows and columns that each tree uses. */
  rowShare: number
  columnShare: number
  seed: number
}

interface GrowInput {
  /** Per column, the bin of each row. */
  columns: readonly Uint8Array[]
  /** The columns that may be split. */
  usable: readonly number[]
  target: Float64Array
  /** The rows for training, ascending; at most a million. */
  rows: Int32Array
}

/**
 * Grows boosted regression trees on histograms: each node sums the residuals per bin and takes the best cut; only the
 * smaller child is counted, and the histogram of the larger one is the difference.
 */
export function growForest(input: GrowInput, options: GrowOptions): Forest {
  const grower = new ForestGrower(input, options)
  for (let tree = 0; tree < options.trees; tree++) grower.addTree()
  return grower.finish()
}

// A bin is one number: ROW per row plus the sum of the residuals in whole steps. One addition per row and column
// instead of two makes training nearly twice as fast, and sums of integers below 2^53 are exact in any order.
const ROW = 2 ** 33
const HIGHEST_SUM = 2 ** 32
const MOST_STEPS = 2 ** 15

const rowsIn = (packed: number): number => Math.round(packed / ROW)

interface Split {
  slot: number
  bin: number
}

class ForestGrower {
  private readonly input: GrowInput
  private readonly options: GrowOptions
  private readonly random: () => number
  private readonly base: number
  private readonly predictions: Float64Array
  /** Per row, its contribution to a bin. */
  private readonly packed: Float64Array
  /** The size of one step in units of the residual, for the current tree. */
  private step = 1
  private readonly histograms: Float64Array[]
  private readonly nodePacked: Float64Array
  private readonly spare: Int32Array
  private treeColumns: number[] = []
  private readonly column: number[] = []
  private readonly bin: number[] = []
  private readonly right: number[] = []
  private readonly leaves: number[] = []
  private readonly treeNodes: number[] = []
  private readonly treeLeaves: number[] = []

  constructor(input: GrowInput, options: GrowOptions) {
    this.input = input
    this.options = options
    const { target, rows, usable } = input
    this.random = createRandom(options.seed)
    let sum = 0
    for (const row of rows) sum += target[row] as number
    this.base = rows.length > 0 ? sum / rows.length : 0
    this.predictions = new Float64Array(target.length).fill(this.base)
    this.packed = new Float64Array(target.length)
    const slots = Math.max(1, Math.round(usable.length * options.columnShare))
    this.histograms = Array.from({ length: options.depth + 1 }, () => new Float64Array(slots * MAX_BINS))
    this.nodePacked = new Float64Array(rows.length)
    this.spare = new Int32Array(rows.length)
  }

  addTree(): void {
    this.packResiduals()
    this.treeColumns = this.drawColumns()
    const rows = this.drawRows()
    const root = this.column.length
    this.treeNodes.push(root)
    this.treeLeaves.push(this.leaves.length)
    const histogram = this.histograms[0] as Float64Array
    this.count(rows, 0, rows.length, histogram)
    this.growNode(rows, 0, rows.length, 0, histogram)
    this.predictWithLastTree(root)
  }

  finish(): Forest {
    return {
      base: this.base,
      column: Uint8Array.from(this.column),
      bin: Uint8Array.from(this.bin),
      right: Uint8Array.from(this.right),
      leaves: Float32Array.from(this.leaves),
      treeNodes: Uint32Array.from(this.treeNodes),
      treeLeaves: Uint32Array.from(this.treeLeaves),
    }
  }

  private packResiduals(): void {
    const { target, rows } = this.input
    let largest = 1e-9
    for (const row of rows) {
      const residual = (target[row] as number) - (this.predictions[row] as number)
      this.packed[row] = residual
      largest = Math.max(largest, Math.abs(residual))
    }
    this.step = largest / Math.min(MOST_STEPS, Math.floor(HIGHEST_SUM / (rows.length + 1)))
    for (const row of rows) this.packed[row] = ROW + Math.round((this.packed[row] as number) / this.step)
  }

  private drawColumns(): number[] {
    const { usable } = this.input
    const wanted = Math.max(1, Math.round(usable.length * this.options.columnShare))
    const pool = [...usable]
    for (let i = 0; i < wanted; i++) {
      const other = i + Math.floor(this.random() * (pool.length - i))
      const taken = pool[other] as number
      pool[other] = pool[i] as number
      pool[i] = taken
    }
    return pool.slice(0, wanted).sort((one, other) => one - other)
  }

  private drawRows(): Int32Array {
    const { rows } = this.input
    const { rowShare } = this.options
    if (rowShare >= 1) return rows.slice()
    const drawn = new Int32Array(rows.length)
    let count = 0
    for (const row of rows) if (this.random() < rowShare) drawn[count++] = row
    return drawn.subarray(0, count)
  }

  /** Fills the histogram of the rows of a node. */
  private count(rows: Int32Array, from: number, to: number, histogram: Float64Array): void {
    const { packed, nodePacked } = this
    histogram.fill(0)
    for (let i = from; i < to; i++) nodePacked[i] = packed[rows[i] as number] as number
    const columnOf = (slot: number) => this.input.columns[this.treeColumns[slot] as number] as Uint8Array
    const slots = this.treeColumns.length
    let slot = 0
    // Two columns at a time, because the additions of one column depend on each other and those of two do not.
    for (; slot + 1 < slots; slot += 2) {
      const one = columnOf(slot)
      const other = columnOf(slot + 1)
      const start = slot * MAX_BINS
      const otherStart = start + MAX_BINS
      for (let i = from; i < to; i++) {
        const row = rows[i] as number
        const value = nodePacked[i] as number
        const at = start + (one[row] as number)
        const otherAt = otherStart + (other[row] as number)
        histogram[at] = (histogram[at] as number) + value
        histogram[otherAt] = (histogram[otherAt] as number) + value
      }
    }
    if (slot < slots) {
      const bins = columnOf(slot)
      for (let i = from; i < to; i++) {
        const at = slot * MAX_BINS + (bins[rows[i] as number] as number)
        histogram[at] = (histogram[at] as number) + (nodePacked[i] as number)
      }
    }
  }

  private growNode(rows: Int32Array, from: number, to: number, level: number, histogram: Float64Array): void {
    let packed = 0
    for (let bin = 0; bin < MAX_BINS; bin++) packed += histogram[bin] as number
    const split = level < this.options.depth ? this.bestSplit(histogram, packed) : null
    if (!split) {
      this.addLeaf(packed)
      return
    }
    const node = this.column.length
    const column = this.treeColumns[split.slot] as number
    this.column.push(column)
    this.bin.push(split.bin)
    this.right.push(0)
    const middle = this.partition(rows, from, to, column, split.bin)
    if (level + 1 === this.options.depth) {
      let left = 0
      for (let bin = 0; bin <= split.bin; bin++) left += histogram[split.slot * MAX_BINS + bin] as number
      this.addLeaf(left)
      this.right[node] = this.column.length - node
      this.addLeaf(packed - left)
      return
    }
    const isLeftSmaller = middle - from <= to - middle
    const smaller = this.histograms[level + 1] as Float64Array
    if (isLeftSmaller) this.count(rows, from, middle, smaller)
    else this.count(rows, middle, to, smaller)
    for (let i = 0; i < histogram.length; i++) {
      histogram[i] = (histogram[i] as number) - (smaller[i] as number)
    }
    // Descendants use the buffers of deeper levels, so both histograms stay valid until they are used.
    this.growNode(rows, from, middle, level + 1, isLeftSmaller ? smaller : histogram)
    this.right[node] = this.column.length - node
    this.growNode(rows, middle, to, level + 1, isLeftSmaller ? histogram : smaller)
  }

  private bestSplit(histogram: Float64Array, packed: number): Split | null {
    const { lambda, minimum } = this.options
    const { step } = this
    const rows = rowsIn(packed)
    const sum = (packed - rows * ROW) * step
    let bestGain = (sum * sum) / (rows + lambda) + 1e-9
    let best: Split | null = null
    for (let slot = 0; slot < this.treeColumns.length; slot++) {
      const start = slot * MAX_BINS
      let left = 0
      for (let bin = 0; bin < MAX_BINS - 1; bin++) {
        const inBin = histogram[start + bin] as number
        if (inBin === 0) continue
        left += inBin
        const leftRows = rowsIn(left)
        if (leftRows < minimum) continue
        const rightRows = rows - leftRows
        if (rightRows < minimum) break
        const leftSum = (left - leftRows * ROW) * step
        const rightSum = sum - leftSum
        const gain = (leftSum * leftSum) / (leftRows + lambda) + (rightSum * rightSum) / (rightRows + lambda)
        if (gain > bestGain) {
          bestGain = gain
          best = { slot, bin }
        }
      }
    }
    return best
  }

  /** Moves the rows of the left child to the front, keeping their order, and returns where the others begin. */
  private partition(rows: Int32Array, from: number, to: number, column: number, cut: number): number {
    const bins = this.input.columns[column] as Uint8Array
    let left = from
    let right = 0
    for (let i = from; i < to; i++) {
      const row = rows[i] as number
      if ((bins[row] as number) <= cut) rows[left++] = row
      else this.spare[right++] = row
    }
    rows.set(this.spare.subarray(0, right), left)
    return left
  }

  private addLeaf(packed: number): void {
    const { rate, lambda } = this.options
    const rows = rowsIn(packed)
    const sum = (packed - rows * ROW) * this.step
    this.column.push(LEAF)
    this.bin.push(this.leaves.length - (this.treeLeaves.at(-1) as number))
    this.right.push(0)
    this.leaves.push(Math.fround((rate * sum) / (rows + lambda)))
  }

  private predictWithLastTree(root: number): void {
    const { columns, rows } = this.input
    const column = Uint8Array.from(this.column.slice(root))
    const bin = Uint8Array.from(this.bin.slice(root))
    const right = Uint8Array.from(this.right.slice(root))
    const leaves = Float64Array.from(this.leaves.slice(this.treeLeaves.at(-1)))
    for (const row of rows) {
      let node = 0
      let of = column[0] as number
      while (of !== LEAF) {
        node +=
          ((columns[of] as Uint8Array)[row] as number) <= (bin[node] as number) ? 1 : (right[node] as number)
        of = column[node] as number
      }
      this.predictions[row] = (this.predictions[row] as number) + (leaves[bin[node] as number] as number)
    }
  }
}
