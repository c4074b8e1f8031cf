import { type ReactNode, type RefObject, useState } from 'react'

interface DropTargetProps {
  /** The field that takes the file, which has the same use without a pointer. */
  input: RefObject<HTMLInputElement | null>
  onDropped(form: HTMLFormElement | null): void
  children: ReactNode
}

/** Puts a file that is dropped on it into its field. */
export function DropTarget({ input, onDropped, children }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the pointer alone
    <div
      className="grid justify-items-start gap-4 rounded-lg border border-ink/35 border-dashed bg-panel p-5 data-over:border-green data-over:border-solid *:[.desk-field]:w-full"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (!input.current || event.dataTransfer.files.length === 0) return
        input.current.files = event.dataTransfer.files
        onDropped(input.current.form)
      }}
    >
      {children}
    </div>
  )
}
