/** The browser's light check: its own constraints, in our words. The function has the last word. */
import {
  type EnquiryErrors,
  type EnquiryKind,
  fieldErrors,
  fieldsOf,
  longest,
  type TextField,
  tooLongError,
} from './enquiry-fields.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function findErrors(form: HTMLFormElement, kind: EnquiryKind): EnquiryErrors {
  const faults: EnquiryErrors = {}
  for (const field of fieldsOf[kind]) {
    const fault = errorOf(form.elements.namedItem(field) as Control | null)
    if (fault) faults[field] = fault
  }
  return faults
}

export function errorOf(control: Control | null): string | null {
  if (!control) return null
  const { name, value, validity, required } = control
  const field = name as TextField
  if (longest[field] && value.length > longest[field]) return tooLongError(field)
  // A browser takes a blank for an answer.
  const isBlank = required && value.trim() === ''
  return validity.valid && !isBlank ? null : fieldErrors[field]
}
