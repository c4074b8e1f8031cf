// The request body of the send-email function (specification, 7. The calls it makes), with and without script.

import { type EnquiryKind, fieldsOf } from '#shared/enquiries/enquiry-fields.ts'

export type EnquiryFormData = Record<string, string>

/** The hidden field with the registrations of the page, which are sent with every inquiry type. */
export const NAMED_PLATES = 'namedPlates'

export function readFormData(kind: EnquiryKind, form: FormData): EnquiryFormData {
  const names = kind === 'contact' ? [...fieldsOf.contact, NAMED_PLATES] : fieldsOf[kind]
  // An offer that is sent empty is asked for, so a form without its field sends none.
  const sent = names.filter((field) => field !== 'offer' || form.has(field))
  return Object.fromEntries(
    sent.map((field) => {
      const value = form.get(field)
      return [field, typeof value === 'string' ? value : '']
    }),
  )
}

export function enquiryBody(
  kind: EnquiryKind,
  values: EnquiryFormData,
  spamSignals: Record<string, unknown>,
) {
  const { ownership, [NAMED_PLATES]: namedPlates = '', ...texts } = values
  const data =
    kind === 'valuation'
      ? { ...texts, ownership: ownership === 'on' }
      : // The field is only shown for a purchase; ignore its value for another type.
        { ...texts, plateNumber: values.inquiryType === 'purchase' ? values.plateNumber : namedPlates }
  return { type: kind, data, trap: spamSignals }
}
