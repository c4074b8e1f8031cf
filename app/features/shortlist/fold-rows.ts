/** What is known of several plates on one point, in the order of the plates. */
export interface Row {
  term: string
  values: readonly (string | null)[]
}

export interface DifferingRow extends Row {
  /** What more than half of them have, so that the others stand out; null if there is no such value. */
  usual: string | null
}

export interface FoldedRows {
  /** On these points all plates are the same. */
  same: [term: string, text: string][]
  different: DifferingRow[]
}

/** Points that nothing is known of are left out. A single plate differs on every point. */
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
