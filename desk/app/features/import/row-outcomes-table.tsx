import type { ReactNode } from 'react'
import { Ledger } from '../../ui/ledger.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'

interface Props {
  rows: readonly OutcomeRow[]
  unit: 'line' | 'row'
  /** Rendered below the details of a row. */
  after?: (row: OutcomeRow) => ReactNode
}

/** One table row for each row of the list, with its outcome and the reason. */
export function RowOutcomesTable({ rows, unit, after }: Props) {
  return (
    <Ledger
      className="row-outcomes"
      caption="The rows of the list and what happens to each of them"
      columns={[
        { name: unit === 'row' ? 'Row' : 'Line', className: 'number' },
        ...['Registration', 'What happens', 'Details'],
      ]}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <td className="number text-quiet">{row.line ?? '–'}</td>
          <th scope="row">
            {row.registration || '–'}
            {row.written !== null && (
              <span className="block font-normal text-[0.8125rem] text-quiet">“{row.written}”</span>
            )}
          </th>
          <td>
            <span className="row-outcome whitespace-nowrap" data-outcome={row.kind}>
              {row.rowOutcome}
            </span>
          </td>
          <td>
            <Details row={row} />
            {after?.(row)}
          </td>
        </tr>
      ))}
    </Ledger>
  )
}

function Details({ row: { values, changes, reason, log } }: { row: OutcomeRow }) {
  return (
    <div className="row-outcome-details">
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
        <span className="basis-full">
          <span className="text-quiet">Log of corrections:</span> {log}
        </span>
      )}
    </div>
  )
}
