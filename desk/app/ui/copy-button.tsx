import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { TextArea } from './field.tsx'

interface CopyButtonProps {
  text(): string
  children: ReactNode
}

export function CopyButton({ text, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
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

/** The first text of a part of the page, which is then selected. */
export function selectText(part: HTMLElement | null): string {
  const field = part?.querySelector<HTMLInputElement>('textarea, input:not([type="hidden"])')
  field?.select()
  return field?.value ?? ''
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
        <CopyButton text={() => selectText(whole.current)}>{button}</CopyButton>
      </p>
    </div>
  )
}
