import type { ReactNode } from 'react'
import type { FateRow } from './describe-fate.server.ts'

interface Props {
  rows: readonly FateRow[]
  unit: 'line' | 'row'
  /** Rendered below the details of a row. */
  after?: (row: FateRow) => ReactNode
}

/** One table row for each row of the list, with its outcome and the reason. */
export function FatesTable({ rows, unit, after }: Props) {
  return (
    <table className="ledger fates">
      <caption className="sr-only">The rows of the list and what happens to each of them</caption>
      <thead>
        <tr>
          <th scope="col" className="number">
            {unit === 'row' ? 'Row' : 'Line'}
          </th>
          <th scope="col">Registration</th>
          <th scope="col">What happens</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="number text-quiet">{row.line ?? '–'}</td>
            <th scope="row">
              {row.registration || '–'}
              {row.written !== null && <span className="fate-written">“{row.written}”</span>}
            </th>
            <td>
              <span className="fate" data-fate={row.kind}>
                {row.fate}
              </span>
            </td>
            <td>
              <Details row={row} />
              {after?.(row)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Details({ row: { values, changes, reason, log } }: { row: FateRow }) {
  return (
    <div className="fate-details">
      {values.map(({ label, text }) => (
        <span key={label}>
          {label !== 'price' && label !== 'status' && <span className="text-quiet">{label} </span>}
          {label === 'price' && text === 'none' ? 'no price' : text}
        </span>
      ))}
      {changes.map(({ label, from, to }) => (
        <span key={label}>
          <span className="text-quiet">{label}</span> <del>{from}</del> → <ins>{to}</ins>
        </span>
      ))}
      {reason !== '' && <span>{reason}</span>}
      {log !== undefined && (
        <span className="fate-log">
          <span className="text-quiet">Log of corrections:</span> {log}
        </span>
      )}
    </div>
  )
}
