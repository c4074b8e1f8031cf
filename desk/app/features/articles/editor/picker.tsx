import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TextField } from '#desk/app/ui/field.tsx'

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
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Item[] | 'reading' | 'failed'>('reading')

  useEffect(() => dialog.current?.showModal(), [])
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
      dialog.current?.close()
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
    <dialog
      ref={dialog}
      className="desk-dialog desk-panel max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] content-start gap-3 open:grid"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <h2 id={`${id}-title`} className="desk-subtitle">
        {title}
      </h2>
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
        {Array.isArray(found) && found.length === 0 && <p className="stock-remark">{none}</p>}
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
                {item.about && <span className="text-[0.8125rem] text-quiet">{item.about}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {children}
      <p>
        <button type="button" className="button-small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  )
}
