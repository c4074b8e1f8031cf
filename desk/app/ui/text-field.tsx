import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  name: string
  help?: ReactNode
  /** Says what to do. */
  error?: string | null | undefined
  ref?: Ref<HTMLInputElement>
  /** Content below the input, such as a button. */
  after?: ReactNode
}

/** A text input with its label, help and error. */
export function TextField({ label, help, error, after, ...input }: TextFieldProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
      <input
        {...input}
        id={id}
        className="desk-input"
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      {after}
      {error && (
        <p id={`${id}-error`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
