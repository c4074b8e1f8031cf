import { useRef } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextArea } from '../../ui/field.tsx'

/** A text to send in another way, with a button that copies it. */
export function CopyText({ label, value, rows }: { label: string; value: string; rows: number }) {
  const whole = useRef<HTMLDivElement>(null)
  return (
    <div ref={whole}>
      <TextArea label={label} name="" readOnly rows={rows} value={value} />
      <p className="desk-actions">
        <CopyButton from={whole}>Copy</CopyButton>
      </p>
    </div>
  )
}
