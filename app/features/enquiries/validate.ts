/** The browser's light check: its own constraints, in our words. The function has the last word. */
import {
  type EnquiryFaults,
  type EnquiryKind,
  faultWords,
  fieldsOf,
  longest,
  type TextField,
  tooLongWords,
} from './enquiry-fields.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function findFaults(form: HTMLFormElement, kind: EnquiryKind): EnquiryFaults {
  const faults: EnquiryFaults = {}
  for (const field of fieldsOf[kind]) {
    const fault = faultOf(form.elements.namedItem(field) as Control | null)
    if (fault) faults[field] = fault
  }
  return faults
}

export function faultOf(control: Control | null): string | null {
  if (!control) return null
  const { name, value, validity, required } = control
  const field = name as TextField
  if (longest[field] && value.length > longest[field]) return tooLongWords(field)
  // A browser takes a blank for an answer.
  const isBlank = required && value.trim() === ''
  return validity.valid && !isBlank ? null : faultWords[field]
}
