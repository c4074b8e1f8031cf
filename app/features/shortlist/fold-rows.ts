/** One property of several plates, in the order of the plates. */
export interface Row {
  term: string
  values: readonly (string | null)[]
}

export interface DifferingRow extends Row {
  /** The value of more than half of them, so that the others stand out; null if there is none. */
  usual: string | null
}

interface FoldedRows {
  /** Properties that are the same for all plates. */
  same: [term: string, text: string][]
  different: DifferingRow[]
}

/** Properties without any value are omitted. A single plate differs in every property. */
export function foldRows(rows: readonly Row[]): FoldedRows {
  const folded: FoldedRows = { same: [], different: [] }
  for (const { term, values } of rows) {
    const [first = null] = values
    if (values.every((value) => value === null)) continue
    if (first !== null && values.length > 1 && values.every((value) => value === first))
      folded.same.push([term, first])
    else folded.different.push({ term, values, usual: usualOf(values) })
  }
  return folded
}

function usualOf(values: readonly (string | null)[]): string | null {
  const known = values.filter((value) => value !== null)
  const countOf = (value: string) => known.filter((other) => other === value).length
  return known.find((value) => countOf(value) > 1 && countOf(value) > known.length / 2) ?? null
}
