/**
 * The page links before and after the shown pages: their neighbours, the first and the last page. Null is a gap: page 5
 * of 9 → before [1, null, 4], after [6, null, 9].
 */
export function pageNumbers({ page, lastPage, pages }: { page: number; lastPage: number; pages: number }) {
  return {
    before: page === 1 ? [] : withGaps([1, page - 1]),
    after: lastPage === pages ? [] : withGaps([lastPage + 1, pages]),
  }
}

/** A gap of one page is replaced by that page. [1, 3] → [1, 2, 3]; [1, 9] → [1, null, 9]; [4, 4] → [4] */
function withGaps([from, to]: [number, number]): (number | null)[] {
  if (from === to) return [from]
  if (to - from === 1) return [from, to]
  return [from, to - from === 2 ? from + 1 : null, to]
}
