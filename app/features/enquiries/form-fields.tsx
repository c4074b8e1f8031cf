import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { type EnquiryErrors, type EnquiryField, maxLengths, type TextField } from './enquiry-fields.ts'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

interface Fields {
  values: EnquiryFormData
  errors: EnquiryErrors
  /** The id of the field that gets the focus on a page without script. */
  focused: EnquiryField | undefined
}

export const FieldsContext = createContext<Fields>({ values: {}, errors: {}, focused: undefined })

interface FieldProps {
  label: ReactNode
  help?: string
  className?: string
}

type TextProps = FieldProps & { name: TextField } & Pick<
    ComponentProps<'input'>,
    'type' | 'required' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode'
  >

export function TextInput({ name, label, help, className, ...input }: TextProps) {
  return (
    <Frame name={name} label={label} help={help} className={className} isOptional={!input.required}>
      <input className="input" maxLength={maxLengths[name]} {...input} {...useField(name, help)} />
    </Frame>
  )
}

export function TextArea({
  name,
  label,
  help,
  rows,
  required,
}: FieldProps & { name: TextField; rows: number; required?: boolean }) {
  return (
    <Frame name={name} label={label} help={help} isOptional={!required}>
      <textarea
        className="input"
        rows={rows}
        required={required}
        maxLength={maxLengths[name]}
        {...useField(name, help)}
      />
    </Frame>
  )
}

export function Select({
  name,
  label,
  help,
  options,
}: FieldProps & { name: 'inquiryType'; options: Record<string, string> }) {
  return (
    <Frame name={name} label={label} help={help}>
      <select className="input select" required {...useField(name, help)}>
        <option value="">Please choose</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

export function Checkbox({ name, label, help }: FieldProps & { name: 'ownership' }) {
  const { defaultValue, ...field } = useField(name, help)
  return (
    <div className="field">
      <label className="checkbox">
        <input type="checkbox" required defaultChecked={defaultValue === 'on'} {...field} />
        <span>{label}</span>
      </label>
      {help && (
        <p id={`${name}-help`} className="field-help mt-2">
          {help}
        </p>
      )}
      <FieldError name={name} />
    </div>
  )
}

export function NamedPlates() {
  const { values } = use(FieldsContext)
  return <input type="hidden" name={NAMED_PLATES} defaultValue={values[NAMED_PLATES] ?? ''} />
}

function Frame({
  name,
  label,
  help,
  className = '',
  isOptional = false,
  children,
}: FieldProps & { name: EnquiryField; isOptional?: boolean; children: ReactNode }) {
  return (
    <div className={`field ${className}`}>
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
      <FieldError name={name} />
    </div>
  )
}

function FieldError({ name }: { name: EnquiryField }) {
  const message = use(FieldsContext).errors[name]
  if (!message) return null
  return (
    <p id={`${name}-error`} className="field-error">
      {message}
    </p>
  )
}

function useField(name: EnquiryField, help: string | undefined) {
  const { values, errors, focused } = use(FieldsContext)
  const described = [help && `${name}-help`, errors[name] && `${name}-error`].filter(Boolean).join(' ')
  return {
    id: name,
    name,
    defaultValue: values[name] ?? '',
    autoFocus: focused === name,
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': described || undefined,
  }
}
