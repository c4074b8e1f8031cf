import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { TextField } from '#desk/app/ui/field.tsx'
import { PickerDialog } from './picker-dialog.tsx'

export interface Choice {
  /** Unique in the list. */
  key: string
  label: string
  /** Secondary text: a price, a day, an address. */
  about?: string
}

interface PickerProps<Item extends Choice> {
  title: string
  searchLabel: string
  /** Called after each letter; rejects if the desk cannot be reached. */
  find(search: string): Promise<Item[]>
  onChoose(item: Item): void
  onClose(): void
  none: string
  /** Rendered beside the name of each choice. */
  children?: ReactNode
}

const WAIT_MS = 200

/** A dialog with a search field and its results, for mouse and arrow keys. */
export function Picker<Item extends Choice>(props: PickerProps<Item>) {
  const { title, searchLabel, find, onChoose, onClose, none, children } = props
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Item[] | 'reading' | 'failed'>('reading')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is made anew with each rendering
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      find(search).then(
        (items) => !isOld && setFound(items),
        () => !isOld && setFound('failed'),
      )
    }, WAIT_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [search])

  function onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    // The browser would first clear a search field.
    if (event.key === 'Escape') {
      event.preventDefault()
      event.currentTarget.close()
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice], input[type="search"]'),
    ]
    const step = event.key === 'ArrowDown' ? 1 : -1
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus()
    event.preventDefault()
  }

  return (
    <PickerDialog title={title} onKeyDown={onKeyDown} onClose={onClose}>
      <TextField
        label={searchLabel}
        name=""
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const [first] = Array.isArray(found) ? found : []
          if (first) onChoose(first)
        }}
      />
      <div role="status">
        {found === 'failed' && <p className="text-red">The desk cannot be reached. Try again in a moment.</p>}
        {Array.isArray(found) && found.length === 0 && <p className="remark">{none}</p>}
      </div>
      {Array.isArray(found) && found.length > 0 && (
        <ul className="max-h-[min(24rem,50vh)] overflow-y-auto border-line border-y">
          {found.map((item) => (
            <li key={item.key}>
              <button
                type="button"
                data-choice
                className="wrap-anywhere flex min-h-11 w-full flex-wrap items-baseline justify-between gap-x-4 p-2 text-left hover:bg-ink/6 focus-visible:bg-ink/6 focus-visible:-outline-offset-3"
                onClick={() => onChoose(item)}
              >
                <span>{item.label}</span>
                {item.about && <span className="text-aside text-quiet">{item.about}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {children}
    </PickerDialog>
  )
}
