import { type ReactNode, type RefObject, useState } from 'react'

interface CopyButtonProps {
  /** Whose first text is copied. */
  from: RefObject<HTMLElement | null>
  children: ReactNode
}

export function CopyButton({ from, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const field = from.current?.querySelector<HTMLInputElement>('textarea, input:not([type="hidden"])')
    field?.select()
    await navigator.clipboard.writeText(field?.value ?? '')
    setCopied(true)
  }
  return (
    <>
      <button type="button" className="button-small needs-script" onClick={copy}>
        {children}
      </button>
      <span role="status">{isCopied && 'Copied.'}</span>
    </>
  )
}
