import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface PickerDialogProps {
  title: string
  /** Buttons before the Close button. */
  actions?: ReactNode
  onKeyDown?(event: KeyboardEvent<HTMLDialogElement>): void
  onClose(): void
  children: ReactNode
}

/** A dialog of the article's page, opened while it is rendered. */
export function PickerDialog({ title, actions, onKeyDown, onClose, children }: PickerDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="desk-dialog desk-panel max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] content-start gap-3 open:grid"
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <h2 id={id} className="desk-subtitle">
        {title}
      </h2>
      {children}
      <p className="flex flex-wrap gap-2">
        {actions}
        <button type="button" className="button-small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  )
}
