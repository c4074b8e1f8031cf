import type { ReactNode } from 'react'
import { Table } from '#shared/ui/table.tsx'
import type { OutcomeRow } from './describe-row-outcome.server.ts'

interface Props {
  rows: readonly OutcomeRow[]
  unit: 'line' | 'row'
  /** Rendered below the details of a row. */
  after?: ((row: OutcomeRow) => ReactNode) | undefined
}

/** One table row for each row of the list, with its outcome and the reason. */
export function RowOutcomesTable({ rows, unit, after }: Props) {
  return (
    <Table
      className="ledger max-sm:stacked max-sm:[&>thead]:sr-only [&_th]:whitespace-nowrap [&_tr]:grid-cols-[2.25rem_1fr_auto] [&_tr]:gap-y-1 [&_tr]:py-2"
      caption="The rows of the list and what happens to each of them"
      columns={[
        { name: unit === 'row' ? 'Row' : 'Line', className: 'number w-16 pr-5' },
        ...['Registration', 'What happens'],
        { name: 'Details', className: 'w-full' },
      ]}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="number pr-5 text-quiet max-sm:pr-0">{row.line ?? '–'}</td>
            <th scope="row">
              {row.registration || '–'}
              {row.written !== null && (
                <span className="block font-normal text-aside text-quiet">“{row.written}”</span>
              )}
            </th>
            <td>
              <span className={`whitespace-nowrap ${COLOURS[row.kind]}`} data-outcome={row.kind}>
                {row.outcome}
              </span>
            </td>
            {/* On a phone, the details are on a separate line below the other cells. */}
            <td className="max-sm:col-[2/-1]">
              <Details row={row} />
              {after?.(row)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const COLOURS: Record<OutcomeRow['kind'], string> = {
  new: 'font-medium text-green',
  corrected: 'font-medium text-green',
  refused: 'waits',
  'needs-decision': 'waits',
  changed: '',
  unchanged: 'text-quiet',
  skipped: 'text-quiet',
}

function Details({ row: { values, changes, reason, log } }: { row: OutcomeRow }) {
  return (
    <div className="wrap-anywhere flex flex-wrap gap-x-5">
      {values.map(({ label, text }) => (
        <span key={label}>
          {label !== 'price' && label !== 'status' && <span className="text-quiet">{label} </span>}
          {label === 'price' && text === 'none' ? 'no price' : text}
        </span>
      ))}
      {changes.map(({ label, from, to }) => (
        <span key={label}>
          <span className="text-quiet">{label}</span> <del className="text-quiet">{from}</del> →{' '}
          <ins className="no-underline">{to}</ins>
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
