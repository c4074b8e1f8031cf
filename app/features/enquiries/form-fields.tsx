import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import {
  type EnquiryErrors,
  type EnquiryField as EnquiryFieldName,
  maxLengths,
  type TextField,
} from '#shared/enquiries/enquiry-fields.ts'
import { Field, FieldError, fieldAttributes } from '../../shared/ui/field.tsx'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

interface Fields {
  values: EnquiryFormData
  errors: EnquiryErrors
  /** The id of the field that gets the focus on a page without script. */
  focused: EnquiryFieldName | undefined
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
    <EnquiryField name={name} label={label} help={help} className={className} isOptional={!input.required}>
      <input className="input" maxLength={maxLengths[name]} {...input} {...useField(name, help)} />
    </EnquiryField>
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
    <EnquiryField name={name} label={label} help={help} isOptional={!required}>
      <textarea
        className="input"
        rows={rows}
        required={required}
        maxLength={maxLengths[name]}
        {...useField(name, help)}
      />
    </EnquiryField>
  )
}

export function Select({
  name,
  label,
  help,
  options,
}: FieldProps & { name: 'inquiryType'; options: Record<string, string> }) {
  return (
    <EnquiryField name={name} label={label} help={help}>
      <select className="input select" required {...useField(name, help)}>
        <option value="">Please choose</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </EnquiryField>
  )
}

export function Checkbox({ name, label, help }: FieldProps & { name: 'ownership' }) {
  const { defaultValue, ...field } = useField(name, help)
  const { errors } = use(FieldsContext)
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
      <FieldError name={name} error={errors[name]} />
    </div>
  )
}

export function NamedPlates() {
  const { values } = use(FieldsContext)
  return <input type="hidden" name={NAMED_PLATES} defaultValue={values[NAMED_PLATES] ?? ''} />
}

function EnquiryField({
  name,
  ...field
}: FieldProps & { name: EnquiryFieldName; isOptional?: boolean; children: ReactNode }) {
  return <Field name={name} error={use(FieldsContext).errors[name]} {...field} />
}

function useField(name: EnquiryFieldName, help: string | undefined) {
  const { values, errors, focused } = use(FieldsContext)
  return {
    ...fieldAttributes({ name, help, error: errors[name] }),
    defaultValue: values[name] ?? '',
    autoFocus: focused === name,
  }
}
