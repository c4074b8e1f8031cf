import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'

interface Common {
  label: string
  name: string
  help?: ReactNode
  /** A complete sentence. */
  error?: string | undefined
}

function useField({ help, error }: Common) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return { id, attributes: { id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined } }
}

function Frame({ id, label, help, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, help, error, ...input }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const { id, attributes } = useField({ label, name: input.name, help, error })
  return (
    <Frame {...{ id, label, help, error }} name={input.name}>
      <input className="desk-input" autoComplete="off" {...input} {...attributes} />
    </Frame>
  )
}

export function TextArea({
  label,
  help,
  error,
  ...input
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, attributes } = useField({ label, name: input.name, help, error })
  return (
    <Frame {...{ id, label, help, error }} name={input.name}>
      <textarea className="desk-input" rows={4} {...input} {...attributes} />
    </Frame>
  )
}

interface SelectFieldProps extends Common, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  options: readonly (readonly [value: string, label: string])[]
}

export function SelectField({ label, help, error, options, ...select }: SelectFieldProps) {
  const { id, attributes } = useField({ label, name: select.name, help, error })
  return (
    <Frame {...{ id, label, help, error }} name={select.name}>
      <select className="desk-input" {...select} {...attributes}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

/** An error of the whole form, or a conflict with another person's change. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div className="desk-note" data-kind="error" role="alert">
      {children}
    </div>
  )
}
