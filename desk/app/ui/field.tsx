import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react'
import type { Options } from '#shared/form/form-field.ts'
import { typedText, useAnswer } from './form-answer.ts'

interface FieldProps {
  label: string
  help?: ReactNode
  /** A complete sentence that says what to do. */
  error?: string | null | undefined
  /** Content below the control, such as a button. */
  after?: ReactNode
}

type ControlProps<Control extends ElementType> = FieldProps & ComponentProps<Control> & { name: string }

interface FrameProps extends FieldProps {
  control: ElementType
  name: string
  /** A control with a value is controlled, and gets no default. */
  value?: unknown
  /** Of the control. */
  [attribute: string]: unknown
}

/** A control with its label, help and error. After a refusal it has what was typed, and the first one at fault the focus. */
function Frame({ label, help, error: given, after, control: Control, ...attributes }: FrameProps) {
  const { name, value } = attributes
  const id = useId()
  const answer = useAnswer()
  const refused = answer?.fields[name]
  const error = given ?? refused
  const typed = value === undefined ? typedText(answer?.typed, name) : undefined
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Control
        {...attributes}
        id={id}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        // The browser focuses the first of several. A fault that is found while somebody types takes no focus.
        {...(refused && { autoFocus: true })}
        {...(typed !== undefined && { defaultValue: typed })}
      />
      {after}
      {error && (
        <p className="text-note text-red" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export const TextField = (props: ControlProps<'input'>) => (
  <Frame control="input" className="desk-input" autoComplete="off" {...props} />
)

export const TextArea = (props: ControlProps<'textarea'>) => (
  <Frame control="textarea" className="desk-input" rows={4} {...props} />
)

interface SelectProps extends ComponentProps<'select'> {
  name: string
  options: Options
  /** Nothing is chosen yet. */
  isUnset?: boolean
}

const entriesOf = (options: Options): readonly (readonly [string, string])[] =>
  Array.isArray(options) ? options : Object.entries(options)

/** A select without a label, as in a filter. */
export const Select = ({ options, isUnset, ...select }: SelectProps) => (
  <select className="desk-input" {...(isUnset && { defaultValue: '' })} {...select}>
    {isUnset && (
      <option value="" disabled>
        Choose
      </option>
    )}
    {entriesOf(options).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)

export const SelectField = (props: FieldProps & SelectProps) => <Frame control={Select} {...props} />

/** A tick, or a radio button, with the words beside it. A single tick shows what is wrong with it, unless it says so itself. */
export function CheckField({ children, ...input }: ComponentProps<'input'> & { type?: 'radio' }) {
  const { name = '', value = 'yes', checked } = input
  const answer = useAnswer()
  const typed = answer?.typed[name] ?? (answer?.isPartial ? undefined : [])
  const kept = answer && typed && checked === undefined && { defaultChecked: typed.includes(String(value)) }
  const isPlain = value === 'yes' && input['aria-invalid'] === undefined
  const fault = isPlain && answer?.fields[name]
  return (
    <>
      <label className="inline-flex min-h-10 items-center gap-2.5">
        <input
          type="checkbox"
          value="yes"
          aria-invalid={fault ? true : undefined}
          {...(fault && { autoFocus: true })}
          {...input}
          {...kept}
        />
        {children}
      </label>
      {fault && (
        <p className="text-note text-red" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

interface ChoicesProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultChecked'> {
  type?: 'radio'
  options: Options
  /** The values that are ticked at first. */
  chosen?: readonly string[]
}

/** A tick or a radio button for each option. */
export const Choices = ({ options, chosen = [], ...input }: ChoicesProps) =>
  entriesOf(options).map(([value, words]) => (
    <CheckField key={value} {...input} value={value} defaultChecked={chosen.includes(value)}>
      {words}
    </CheckField>
  ))

/** An error of the whole form, or a conflict with another person's change; nothing without a text. */
export const FormProblem = ({ className = '', children }: { className?: string; children: ReactNode }) =>
  children && (
    <div className={`desk-note ${className}`} data-kind="error" role="alert">
      {children}
    </div>
  )
