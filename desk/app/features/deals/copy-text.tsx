import { useId, useRef, useState } from 'react'

/** A text to send in another way, with a button that copies it. */
export function CopyText({ label, value, rows }: { label: string; value: string; rows?: number }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const Field = rows ? 'textarea' : 'input'
  const copy = async () => {
    field.current?.select()
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      <Field id={id} ref={field} className="desk-input" readOnly rows={rows} value={value} />
      <p className="desk-actions needs-script">
        <button type="button" className="button-small" onClick={copy}>
          Copy
        </button>
        <span role="status">{isCopied && 'Copied.'}</span>
      </p>
    </div>
  )
}
