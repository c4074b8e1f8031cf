import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  help?: ReactNode
  /** A complete sentence that says what to do. */
  error?: string | null | undefined
  /** Content below the control, such as a button. */
  after?: ReactNode
}

type Named = { name: string }

interface FrameProps extends FieldProps {
  control(attributes: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>): ReactNode
}

/** A control with its label, help and error. */
function Frame({ label, help, error, after, control }: FrameProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {control({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {after}
      {error && (
        <p className="text-note text-red" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export const TextField = ({
  label,
  help,
  error,
  after,
  ...input
}: FieldProps & ComponentProps<'input'> & Named) => (
  <Frame
    {...{ label, help, error, after }}
    control={(attributes) => <input className="desk-input" autoComplete="off" {...input} {...attributes} />}
  />
)

export const TextArea = ({
  label,
  help,
  error,
  ...input
}: FieldProps & ComponentProps<'textarea'> & Named) => (
  <Frame
    {...{ label, help, error }}
    control={(attributes) => <textarea className="desk-input" rows={4} {...input} {...attributes} />}
  />
)

interface SelectProps extends ComponentProps<'select'> {
  name: string
  /** In their order; labels by values as well. */
  options: readonly (readonly [value: string, label: string])[] | Readonly<Record<string, string>>
  /** Nothing is chosen yet. */
  isUnset?: boolean
}

/** A select without a label, as in a filter. */
export const Select = ({ options, isUnset, ...select }: SelectProps) => (
  <select className="desk-input" {...(isUnset && { defaultValue: '' })} {...select}>
    {isUnset && (
      <option value="" disabled>
        Choose
      </option>
    )}
    {(Array.isArray(options) ? options : Object.entries(options)).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)

export const SelectField = ({ label, help, error, ...select }: FieldProps & SelectProps) => (
  <Frame {...{ label, help, error }} control={(attributes) => <Select {...select} {...attributes} />} />
)

/** A tick, or a radio button, with the words beside it. */
export const CheckField = ({ children, ...input }: ComponentProps<'input'> & { type?: 'radio' }) => (
  <label className="inline-flex min-h-10 items-center gap-2.5">
    <input type="checkbox" value="yes" {...input} />
    {children}
  </label>
)

/** An error of the whole form, or a conflict with another person's change; nothing without a text. */
export const FormProblem = ({ className = '', children }: { className?: string; children: ReactNode }) =>
  children && (
    <div className={`desk-note ${className}`} data-kind="error" role="alert">
      {children}
    </div>
  )
