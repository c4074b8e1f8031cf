import { acknowledgementOf } from '#services/enquiries/acknowledgement.ts'
import type { AddressedEnquiry } from '#services/enquiries/enquiry-store.ts'
import { ACKNOWLEDGED } from '#services/settings/definitions.ts'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import type { Site } from '#site.config.ts'

export const acknowledgedKinds = ACKNOWLEDGED.map((kind) => ({
  kind,
  label: kind === 'valuation form' ? 'Valuation form' : `Contact form: ${inquiryTypes[kind]}`,
}))

/** The kinds of acknowledgement with different texts. */
const SAMPLES = [
  { label: 'Valuation form', kind: 'valuation', inquiryType: null },
  { label: 'Contact form, about a plate', kind: 'contact', inquiryType: 'purchase' },
  { label: 'Contact form, about something else', kind: 'contact', inquiryType: 'other' },
] as const

/** Renders them for a visitor named Alex Morgan. */
export function previewAcknowledgements(site: Site) {
  return SAMPLES.map(({ label, kind, inquiryType }) => {
    const sample = {
      ...{ kind, inquiryType, name: 'Alex Morgan', email: 'alex@visitor.example' },
      ...{ reference: 'ENQ-1234-5678', plateNumber: inquiryType === 'other' ? null : 'AB12 CDE' },
    } as AddressedEnquiry
    const { subject, text } = acknowledgementOf(sample, site)
    return { label, subject, text }
  })
}
