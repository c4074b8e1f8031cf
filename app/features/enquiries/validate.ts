import {
  type EnquiryErrors,
  type EnquiryKind,
  fieldErrors,
  fieldsOf,
  maxLengths,
  type TextField,
  tooLongError,
} from '#shared/enquiries/enquiry-fields.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function findErrors(form: HTMLFormElement, kind: EnquiryKind): EnquiryErrors {
  const errors: EnquiryErrors = {}
  for (const field of fieldsOf[kind]) {
    const message = errorOf(form.elements.namedItem(field) as Control | null)
    if (message) errors[field] = message
  }
  return errors
}

export function errorOf(control: Control | null): string | null {
  if (!control) return null
  const { name, value, validity, required } = control
  const field = name as TextField
  if (maxLengths[field] && value.length > maxLengths[field]) return tooLongError(field)
  // Browsers accept blank text in a required field.
  const isBlank = required && value.trim() === ''
  return validity.valid && !isBlank ? null : fieldErrors[field]
}
