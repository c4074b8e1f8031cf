/**
 * What a form holds, word for word, and the data that section 7 of the specification makes of it; the same for
 * a form that the browser reads and one that it posts without script.
 */
import { type EnquiryKind, fieldsOf } from './enquiry-fields.ts'

/** The words of a form by field; a ticked box is 'on'. */
export type EnquiryFormData = Record<string, string>

/** The hidden field of a contact form with the registrations that its page names, so that they go with every type. */
export const NAMED_PLATES = 'namedPlates'

export function readFormData(kind: EnquiryKind, form: FormData): EnquiryFormData {
  const names = kind === 'contact' ? [...fieldsOf.contact, NAMED_PLATES] : fieldsOf[kind]
  return Object.fromEntries(
    names.map((field) => {
      const value = form.get(field)
      return [field, typeof value === 'string' ? value : '']
    }),
  )
}

export function enquiryBody(kind: EnquiryKind, values: EnquiryFormData, trap: Record<string, unknown>) {
  const { ownership, [NAMED_PLATES]: namedPlates = '', ...texts } = values
  const data =
    kind === 'valuation'
      ? { ...texts, ownership: ownership === 'on' }
      : // The field is only shown for a purchase; what was typed there before is not meant by another type.
        { ...texts, plateNumber: values.inquiryType === 'purchase' ? values.plateNumber : namedPlates }
  return { type: kind, data, trap }
}
