import type { MouseEvent } from 'react'

/** Empties the search field that it follows, in a `.clearable`, as a visitor would. The field needs a placeholder. */
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
  // Not `value`, which React watches: it would take the event for one that changes nothing.
  field.setRangeText('', 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
