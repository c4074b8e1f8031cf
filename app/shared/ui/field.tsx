import type { ReactNode } from 'react'

interface FieldProps {
  name: string
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  className?: string | undefined
  isOptional?: boolean
  /** The input, with the attributes of `fieldAttributes`. */
  children: ReactNode
}

/** A field of a form with its label, help and error. */
export function Field({ name, label, help, error, className, isOptional = false, children }: FieldProps) {
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={name} className="field-label">
        {label}
        {isOptional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {help && (
        <p id={`${name}-help`} className="field-help">
          {help}
        </p>
      )}
      {children}
      <FieldError name={name} error={error} />
    </div>
  )
}

export function FieldError({ name, error }: Pick<FieldProps, 'name' | 'error'>) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="field-error">
      {error}
    </p>
  )
}

/** Connects an input to its label, help and error. */
export function fieldAttributes({ name, help, error }: Pick<FieldProps, 'name' | 'help' | 'error'>) {
  const described = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return {
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}

/** A field that people do not see: only a robot fills it in. */
export const Honeypot = () => (
  <div className="off-page" aria-hidden="true">
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
