/** The rows of a file, before they have headings and after. */
import type { Cell } from '#shared/cells/cell.ts'

export interface Located {
  cells: readonly Cell[]
  line: number
  isHidden?: true
}

/** The file has rows that cannot be read. */
export interface RefusedRow {
  line: number
  reason: string
  /** The last affected row, if there are several. */
  lastLine?: number
}

export type FileRow =
  | {
      line: number
      record: Record<string, unknown>
      /** The sheet hides the row, as a filter does. */
      isHidden?: true
    }
  | RefusedRow
