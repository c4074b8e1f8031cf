// biome-ignore-all lint/suspicious/noArrayIndexKey: columns never move, and rows may have the same heading
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column {
  name: ReactNode
  /** Of its heading, and of its cells in `rows` and `totals`. */
  className?: string | undefined
  /** Named for screen readers alone. */
  isHidden?: boolean
  /** The address of the list in its order. */
  to?: string
  sort?: 'ascending' | 'descending' | undefined
}

type Cells = readonly ReactNode[]

export interface TableProps {
  className?: string
  caption?: string
  /** For those who cannot see the table alone, unless it is given. */
  captionClass?: string
  columns?: readonly (string | Column)[]
  /** The first cell of a row is its heading. */
  rows?: readonly Cells[]
  /** Below the rows. */
  totals?: readonly Cells[]
  /** The class of the region, named by the caption, in which it scrolls. */
  scrolls?: string
  /** The bodies of a table whose rows are more than cells. */
  children?: ReactNode
}

export function Table(props: TableProps) {
  const { className, caption, captionClass = 'sr-only', columns, rows, totals, scrolls, children } = props
  const heads = columns?.map((column): Column => (typeof column === 'string' ? { name: column } : column))
  const toRow = (cells: Cells, row: number) => (
    <tr key={row}>
      {cells.map((cell, column) => {
        const Cell = column === 0 ? 'th' : 'td'
        return (
          <Cell key={column} scope={column === 0 ? 'row' : undefined} className={heads?.[column]?.className}>
            {cell}
          </Cell>
        )
      })}
    </tr>
  )
  const table = (
    <table className={className}>
      {caption && <caption className={captionClass}>{caption}</caption>}
      {heads && (
        <thead>
          <tr>
            {heads.map(({ name, className, isHidden, to, sort }, column) => (
              <th key={column} scope="col" className={className} aria-sort={sort}>
                {to ? <Link to={to}>{name}</Link> : isHidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {rows && <tbody>{rows.map(toRow)}</tbody>}
      {totals && <tfoot>{totals.map(toRow)}</tfoot>}
      {children}
    </table>
  )
  if (!scrolls) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className={scrolls} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  )
}
