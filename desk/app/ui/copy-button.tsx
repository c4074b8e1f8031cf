import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { TextArea } from './field.tsx'

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
      <button type="button" className="button-small scripted" onClick={copy}>
        {children}
      </button>
      <span role="status">{isCopied && 'Copied.'}</span>
    </>
  )
}

interface CopyTextProps extends Omit<ComponentProps<typeof TextArea>, 'name'> {
  button?: string
}

/** A text to send in another way, with a button that copies it. */
export function CopyText({ button = 'Copy', ...text }: CopyTextProps) {
  const whole = useRef<HTMLDivElement>(null)
  return (
    <div ref={whole}>
      <TextArea {...text} name="" readOnly />
      <p className="desk-actions">
        <CopyButton from={whole}>{button}</CopyButton>
      </p>
    </div>
  )
}
