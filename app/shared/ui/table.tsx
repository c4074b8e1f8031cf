// biome-ignore-all lint/suspicious/noArrayIndexKey: columns never move, and rows may have the same heading
import type { ReactNode } from 'react'

export interface TableProps {
  /** For those who cannot see the table. */
  caption: string
  className?: string
  head: readonly ReactNode[]
  /** The first cell of a row is its heading. */
  rows: readonly (readonly ReactNode[])[]
}

export const Table = ({ caption, className, head, rows }: TableProps) => (
  <table className={className}>
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        {head.map((name, column) => (
          <th key={column} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells], row) => (
        <tr key={row}>
          <th scope="row">{name}</th>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
