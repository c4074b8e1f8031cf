import { data, redirect } from 'react-router'
import type { EnquiryErrors, EnquiryKind, SendEmail } from '#shared/enquiries/enquiry-fields.ts'
import { type EnquiryFormData, enquiryBody, readFormData } from './enquiry-form-data.ts'

export interface Refusal {
  values: EnquiryFormData
  errors: EnquiryErrors
  /** The form is valid but could not be sent. */
  hasFailed: boolean
}

/** Handles a form that was posted without script. */
export async function handleForm(kind: EnquiryKind, request: Request, path: string, sendEmail: SendEmail) {
  const form = await request.formData().catch(() => null)
  if (!form) return refuseForm({ values: {}, errors: {}, hasFailed: true }, 400)
  const values = readFormData(kind, form)
  const website = form.get('website')
  const result = await sendEmail(
    enquiryBody(kind, values, typeof website === 'string' ? { website } : {}),
    null,
  )
  if (result.status === 200) throw redirect(`${path}?sent=${result.reference}#outcome`, 303)
  const errors = result.status === 400 ? (result.fields ?? {}) : {}
  const hasFailed = Object.keys(errors).length === 0
  const headers: Record<string, string> =
    result.status === 429 ? { 'Retry-After': String(result.retryAfterSeconds) } : {}
  return refuseForm({ values, errors, hasFailed }, result.status, headers)
}

const refuseForm = (refusal: Refusal, status: number, headers: Record<string, string> = {}) =>
  data(refusal, { status, headers })
