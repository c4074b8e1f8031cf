/**
 * Boosted trees as flat arrays. The nodes of each tree are in preorder: the left child follows its parent, and the
 * right child is `right` nodes further. A leaf has `LEAF` as its column, and `bin` is its index within the tree.
 */
export interface Forest {
  /** The prediction of an empty forest. */
  base: number
  column: Uint8Array
  bin: Uint8Array
  right: Uint8Array
  /** The values of the leaves of all trees, one tree after the other. */
  leaves: Float32Array
  /** The first node and the first leaf of each tree. */
  treeNodes: Uint32Array
  treeLeaves: Uint32Array
}

export const LEAF = 255

/** The prediction for one row, given the bin of each of its columns. */
export function predict(forest: Forest, bins: Uint8Array): number {
  const { column, bin, right, leaves, treeNodes, treeLeaves } = forest
  let sum = forest.base
  for (let tree = 0; tree < treeNodes.length; tree++) {
    let node = treeNodes[tree] as number
    let of = column[node] as number
    while (of !== LEAF) {
      node += (bins[of] as number) <= (bin[node] as number) ? 1 : (right[node] as number)
      of = column[node] as number
    }
    sum += leaves[(treeLeaves[tree] as number) + (bin[node] as number)] as number
  }
  return sum
}

/** The predictions for all rows of binned columns. */
export function predictAll(forest: Forest, columns: readonly Uint8Array[], rows: number): Float64Array {
  const { base, column, bin, right, leaves, treeNodes, treeLeaves } = forest
  const sums = new Float64Array(rows).fill(base)
  for (let tree = 0; tree < treeNodes.length; tree++) {
    const root = treeNodes[tree] as number
    const firstLeaf = treeLeaves[tree] as number
    for (let row = 0; row < sums.length; row++) {
      let node = root
      let of = column[node] as number
      while (of !== LEAF) {
        node +=
          ((columns[of] as Uint8Array)[row] as number) <= (bin[node] as number) ? 1 : (right[node] as number)
        of = column[node] as number
      }
      sums[row] = (sums[row] as number) + (leaves[firstLeaf + (bin[node] as number)] as number)
    }
  }
  return sums
}
