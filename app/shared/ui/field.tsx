import type { ComponentProps, ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

interface FieldProps {
  name: string
  label: ReactNode
  help?: ReactNode
  error?: string
  className?: string
  isOptional?: boolean
  /** The input, with the attributes of `fieldAttributes`. */
  children: ReactNode
}

/** A field of a form with its label, help and error. */
export function Field({ name, label, help, error, className, isOptional = false, children }: FieldProps) {
  return (
    <div className={className}>
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

type ControlProps<Control extends 'input' | 'select'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Control>, keyof FieldProps>

export function InputField(props: ControlProps<'input'>) {
  const { name, label, help, error, className, isOptional, ...input } = props
  return (
    <Field {...props}>
      <input {...fieldAttributes(props)} className="input" {...input} />
    </Field>
  )
}

interface SelectFieldProps extends ControlProps<'select'> {
  options: readonly (readonly [value: string, text: string])[]
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { name, label, help, error, className, isOptional, ...select } = props
  return (
    <Field {...props}>
      <select {...fieldAttributes(props)} className="input select" {...select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** The first option where an answer is missing. */
export const PLEASE_CHOOSE = ['', 'Please choose'] as const

/** A field that people do not see: only a robot fills it in. */
export const Honeypot = () => (
  <div className="off-page" aria-hidden="true">
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
