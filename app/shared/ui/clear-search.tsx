import type { MouseEvent } from 'react'

/** Clears the search field before it, in a `.clearable`, as a visitor would. The field needs a placeholder. */
export function ClearSearch() {
  return (
    <button type="button" className="clear-button" aria-label="Clear the search" onClick={clear}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d="m2 2 10 10M12 2 2 12" />
      </svg>
    </button>
  )
}

function clear({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const field = currentTarget.previousElementSibling
  if (!(field instanceof HTMLInputElement)) return
  // Not `value`, which React tracks: it would ignore the event because nothing seems to change.
  field.setRangeText('', 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
