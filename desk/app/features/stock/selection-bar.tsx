import { useEffect, useRef, useState } from 'react'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import type { StockView } from './stock-view.ts'

interface SelectionBarProps {
  /** The number of plates on all pages of the list. */
  count: number
  view: StockView
  path: string
}

/** Actions for the selected plates. The checkboxes of the rows belong to this form. */
export function SelectionBar({ count, view, path }: SelectionBarProps) {
  const form = useRef<HTMLFormElement>(null)
  const [selected, setSelected] = useState<number | null>(null)
  useEffect(() => {
    const countBoxes = () => setSelected(boxesOf(form.current).filter((box) => box.checked).length)
    const onChange = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.form === form.current) countBoxes()
    }
    countBoxes()
    document.addEventListener('change', onChange)
    return () => document.removeEventListener('change', onChange)
  }, [])
  const selectPage = (isChecked: boolean) => {
    for (const box of boxesOf(form.current)) box.checked = isChecked
    setSelected(isChecked ? boxesOf(form.current).length : 0)
  }
  return (
    <DeskForm
      ref={form}
      id="selection"
      action="/stock/bulk"
      className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-quiet text-row"
      sends={{ back: path, status: view.tab.key, q: view.search }}
    >
      {selected !== null && (
        <CheckField checked={selected > 0} onChange={(event) => selectPage(event.currentTarget.checked)}>
          <span>{selected === 0 ? 'Select all' : `${formatNumber(selected)} selected`}</span>
        </CheckField>
      )}
      <span role="status" className="sr-only">
        {selected ? `${formatNumber(selected)} selected` : ''}
      </span>
      <CheckField name="everything">
        <span>{`All ${plural(count, 'plate')} in this list`}</span>
      </CheckField>
      <span className="inline-flex flex-wrap gap-2 text-ink">
        {ACTIONS.map(({ value, label }) => (
          <SubmitButton key={value} name="what" value={value}>
            {label}
          </SubmitButton>
        ))}
      </span>
    </DeskForm>
  )
}

const ACTIONS = [
  { value: 'price', label: 'Change prices' },
  { value: 'status', label: 'Change status' },
  { value: 'feature', label: 'Feature' },
] as const

const boxesOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === 'plate',
  )
