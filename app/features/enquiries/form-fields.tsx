// A field of a form: its label above, help before it, what is wrong under it, all tied together.

import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { type EnquiryErrors, type EnquiryField, longest, type TextField } from './enquiry-fields.ts'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

interface Fields {
  values: EnquiryFormData
  faults: EnquiryErrors
  /** The field that a page without script begins at. */
  focused: EnquiryField | undefined
}

export const FieldsContext = createContext<Fields>({ values: {}, faults: {}, focused: undefined })

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
      <input className="input" maxLength={longest[name]} {...input} {...useField(name, help)} />
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
        maxLength={longest[name]}
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
      <select className="input" required {...useField(name, help)}>
        <option value="">Please choose</option>
        {Object.entries(options).map(([value, values]) => (
          <option key={value} value={value}>
            {values}
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
  const fault = use(FieldsContext).faults[name]
  if (!fault) return null
  return (
    <p id={`${name}-fault`} className="field-fault">
      {fault}
    </p>
  )
}

/** What ties a control to its words. */
function useField(name: EnquiryField, help: string | undefined) {
  const { values, faults, focused } = use(FieldsContext)
  const described = [help && `${name}-help`, faults[name] && `${name}-fault`].filter(Boolean).join(' ')
  return {
    id: name,
    name,
    defaultValue: values[name] ?? '',
    autoFocus: focused === name,
    'aria-invalid': faults[name] ? true : undefined,
    'aria-describedby': described || undefined,
  }
}
