/** A form that comes without script: the same function, answered with a page. */
import { data, redirect } from 'react-router'
import type { EnquiryErrors, EnquiryKind, SendEmail } from './enquiry-fields.ts'
import { type EnquiryFormData, enquiryBody, readFormData } from './enquiry-form-data.ts'

/** What the page shows again: the visitor's words, and what is wrong. */
export interface Refusal {
  values: EnquiryFormData
  faults: EnquiryErrors
  /** Nothing is wrong with the words: it could not be sent. */
  hasFailed: boolean
}

export async function handleForm(kind: EnquiryKind, request: Request, path: string, sendEmail: SendEmail) {
  const form = await request.formData().catch(() => null)
  if (!form) return refuse({ values: {}, faults: {}, hasFailed: true }, 400)
  const values = readFormData(kind, form)
  const website = form.get('website')
  const answer = await sendEmail(
    // A form body without the hidden field was not made by our form: the function takes it for suspected spam.
    enquiryBody(kind, values, typeof website === 'string' ? { website } : {}),
    null,
  )
  if (answer.status === 200) throw redirect(`${path}?sent=${answer.reference}#outcome`, 303)
  const faults = answer.status === 400 ? (answer.fields ?? {}) : {}
  const hasFailed = Object.keys(faults).length === 0
  const headers: Record<string, string> =
    answer.status === 429 ? { 'Retry-After': String(answer.retryAfterSeconds) } : {}
  return refuse({ values, faults, hasFailed }, answer.status, headers)
}

const refuse = (refusal: Refusal, status: number, headers: Record<string, string> = {}) =>
  data(refusal, { status, headers })
