import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { SALES_COLUMNS, type SalesColumn } from '#shared/sales/sales-columns.ts'
import { capitalised } from '#shared/text/capitalised.ts'

export function Columns() {
  return (
    <>
      <p>Both files of both explorers have these columns, in this order.</p>
      <dl className="border-line border-b">
        {SALES_COLUMNS.map((column) => (
          <div
            key={column.name}
            className="grid gap-x-6 gap-y-1 border-line border-t py-3 md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt>
              <code>{column.name}</code>
              <span className="block text-quiet text-sm">{describeValues(column)}</span>
            </dt>
            <dd>
              {column.meaning}
              {column.values && (
                <ul className="mt-1">
                  {Object.entries(column.values).map(([value, meaning]) => (
                    <li key={value}>
                      <code>{value}</code>: {meaning}
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** 'Whole pounds; may be empty; UK only' */
function describeValues({ holds, type, isIn }: SalesColumn): string {
  const kind = capitalised(holds)
  const places = isIn && EXPLORER_LIST.filter(isIn).map(({ place }) => place)
  const parts = [kind, type?.endsWith('?') && 'may be empty', places && `${places.join(' and ')} only`]
  return parts.filter(Boolean).join('; ')
}
