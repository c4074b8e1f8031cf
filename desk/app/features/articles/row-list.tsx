import { type ReactNode, useRef, useState } from 'react'

interface RowListProps {
  /** 'sources' */
  name: string
  legend: string
  help?: string
  addLabel: string
  /** The number of filled rows. */
  count: number
  /** @param row 'sources.0', the prefix of the field names */
  children(row: string, index: number): ReactNode
  onChange(): void
}

/** Without script there are blank rows to fill in; with script, rows can be added. */
export function RowList({ name, legend, help, addLabel, count, children, onChange }: RowListProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const [rows, setRows] = useState(() => Array.from({ length: count }, (_, index) => index))
  const next = useRef(count)

  function add() {
    setRows([...rows, next.current])
    next.current += 1
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-of-type input')?.focus())
  }

  function remove(row: number) {
    setRows(rows.filter((other) => other !== row))
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
      onChange()
    })
  }

  return (
    <fieldset ref={list} className="min-w-0 text-row">
      <legend className="sr-only">{legend}</legend>
      {help && <p className="help">{help}</p>}
      {rows.length > 0 && (
        <ol>
          {rows.map((row, index) => (
            <li
              key={row}
              className="my-3 grid justify-items-start gap-2 border-line border-l-2 pl-3 [&>.desk-field]:w-full"
            >
              {children(`${name}.${row}`, row)}
              <button type="button" className="needs-script row-action" onClick={() => remove(row)}>
                Remove<span className="sr-only"> {`${legend}, number ${index + 1}`}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <noscript>{children(`${name}.${count}`, count)}</noscript>
      <button type="button" data-add className="needs-script row-action" onClick={add}>
        {addLabel}
      </button>
    </fieldset>
  )
}
