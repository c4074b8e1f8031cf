import { useId, useRef, useState } from 'react'

interface LinkOnceProps {
  link: string
  /** Formatted. */
  expires: string
}

/** Shows the link of an invitation once; the server keeps no copy. */
export function LinkOnce({ link, expires }: LinkOnceProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <section className="desk-note" aria-live="polite">
      <div className="desk-field">
        <label htmlFor={id}>The link (shown only once)</label>
        <p className="help">
          It works once, until {expires}. Send it privately: the first person to open it gets in.
        </p>
        <textarea id={id} ref={field} className="desk-input" readOnly rows={5} defaultValue={link} />
      </div>
      <p className="desk-actions needs-script mt-3">
        <button type="button" className="button-small" data-main onClick={copy}>
          Copy the link
        </button>
        <span role="status">{isCopied && 'Copied.'}</span>
      </p>
    </section>
  )
}
