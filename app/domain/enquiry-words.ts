/**
 * What a form holds, word for word, and the data that section 7 of the specification makes of it; the same for
 * a form that the browser reads and one that it posts without script.
 */
import { type EnquiryKind, fieldsOf } from './enquiry-rules.ts'

/** The words of a form by field; a ticked box is 'on'. */
export type EnquiryWords = Record<string, string>

export function readWords(kind: EnquiryKind, form: FormData): EnquiryWords {
  return Object.fromEntries(
    fieldsOf[kind].map((field) => {
      const value = form.get(field)
      return [field, typeof value === 'string' ? value : '']
    }),
  )
}

export function enquiryBody(kind: EnquiryKind, words: EnquiryWords, trap: Record<string, unknown>) {
  const { ownership, ...texts } = words
  const data =
    kind === 'valuation'
      ? { ...texts, ownership: ownership === 'on' }
      : // The field is only shown for a purchase; what it held before is not meant.
        { ...texts, plateNumber: words.inquiryType === 'purchase' ? words.plateNumber : '' }
  return { type: kind, data, trap }
}
