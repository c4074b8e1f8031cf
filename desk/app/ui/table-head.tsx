import { Link } from 'react-router'

interface Column {
  name: string
  /** 'number' aligns it to the right. */
  className?: string | undefined
  /** Named for screen readers alone. */
  isHidden?: boolean
  /** The address of the list in its order. */
  to?: string
  sort?: 'ascending' | 'descending' | undefined
}

/** The headings of a table; some of them sort it. */
export const TableHead = ({ columns }: { columns: readonly (string | Column)[] }) => (
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
)
