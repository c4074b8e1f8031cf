import { type ComponentProps, createContext, use } from 'react'
import {
  type EnquiryErrors,
  type EnquiryField as EnquiryFieldName,
  inquiryTypes,
  maxLengths,
  type TextField,
} from '#shared/enquiries/enquiry-fields.ts'
import { Field, fieldAttributes, InputField, PLEASE_CHOOSE, SelectField } from '../../shared/ui/field.tsx'
import { FieldError } from '../../shared/ui/field-error.tsx'
import { type EnquiryFormData, NAMED_PLATES } from './enquiry-form-data.ts'

interface Fields {
  values: EnquiryFormData
  errors: EnquiryErrors
  /** The id of the field that gets the focus on a page without script. */
  focused: EnquiryFieldName | undefined
}

export const FieldsContext = createContext<Fields>({ values: {}, errors: {}, focused: undefined })

type TextProps<Control extends 'input' | 'textarea'> = ComponentProps<Control> & {
  name: TextField
  label: string
  help?: string
}

export const TextInput = (props: TextProps<'input'>) => (
  <InputField
    maxLength={maxLengths[props.name]}
    isOptional={!props.required}
    {...props}
    {...useField(props.name)}
  />
)

export function TextArea({ label, help, ...area }: TextProps<'textarea'>) {
  const { name, required } = area
  const { error, ...field } = useField(name)
  return (
    <Field name={name} label={label} help={help} error={error} isOptional={!required}>
      <textarea
        className="input"
        maxLength={maxLengths[name]}
        {...area}
        {...field}
        {...fieldAttributes({ name, help, error })}
      />
    </Field>
  )
}

export const InquiryType = () => (
  <SelectField
    name="inquiryType"
    label="Enquiry type"
    required
    options={[PLEASE_CHOOSE, ...Object.entries(inquiryTypes)]}
    {...useField('inquiryType')}
  />
)

export const OfferInput = () => (
  <InputField
    name="offer"
    label="Your offer, in pounds"
    required
    inputMode="numeric"
    maxLength={20}
    autoComplete="off"
    {...useField('offer')}
  />
)

export function Checkbox({ name, label, help }: { name: 'ownership'; label: string; help: string }) {
  const { defaultValue, error, ...field } = useField(name)
  return (
    <div>
      <label className="checkbox">
        <input
          type="checkbox"
          required
          defaultChecked={defaultValue === 'on'}
          {...field}
          {...fieldAttributes({ name, help, error })}
        />
        <span>{label}</span>
      </label>
      <p id={`${name}-help`} className="field-help mt-2">
        {help}
      </p>
      <FieldError name={name} error={error} />
    </div>
  )
}

export function NamedPlates() {
  const { values } = use(FieldsContext)
  return <input type="hidden" name={NAMED_PLATES} defaultValue={values[NAMED_PLATES] ?? ''} />
}

function useField(name: EnquiryFieldName) {
  const { values, errors, focused } = use(FieldsContext)
  return { error: errors[name], defaultValue: values[name] ?? '', autoFocus: focused === name }
}
