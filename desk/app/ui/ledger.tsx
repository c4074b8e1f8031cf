import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column {
  name: string
  /** 'number' aligns it to the right. */
  className?: string | undefined
  /** Named for screen readers alone. */
  isHidden?: boolean
  /** The address of the list in its order. */
  to?: string
  sort?: 'ascending' | 'descending' | undefined
}

interface LedgerProps {
  className?: string
  /** For screen readers alone. */
  caption?: string
  columns: readonly (string | Column)[]
  /** The rows. */
  children: ReactNode
}

/** A table of the desk; some of its headings sort it. */
export const Ledger = ({ className = '', caption, columns, children }: LedgerProps) => (
  <table className={`ledger ${className}`}>
    {caption && <caption className="sr-only">{caption}</caption>}
    <thead>
      <tr>
        {columns
          .map((column): Column => (typeof column === 'string' ? { name: column } : column))
          .map(({ name, className, isHidden, to, sort }) => (
            <th key={name} scope="col" className={className} aria-sort={sort}>
              {to ? <Link to={to}>{name}</Link> : isHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
