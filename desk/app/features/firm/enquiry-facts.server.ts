import { acknowledgementOf } from '#services/enquiries/acknowledgement.ts'
import type { AddressedEnquiry } from '#services/enquiries/enquiry-store.ts'
import { londonDay } from '#services/london-time.ts'
import { readRetention } from '#services/retention/retention.ts'
import { plural } from '#shared/text/format.ts'
import type { DeskContext } from '../../context.ts'
import { shortDay } from '../../ui/dates.ts'

/** The kinds of acknowledgement with different texts. */
const SAMPLES = [
  { label: 'Valuation form', kind: 'valuation', inquiryType: null },
  { label: 'Contact form, about a plate', kind: 'contact', inquiryType: 'purchase' },
  { label: 'Contact form, about something else', kind: 'contact', inquiryType: 'other' },
] as const

export type EnquiryFacts = Awaited<ReturnType<typeof readEnquiryFacts>>

/** How many enquiries are past their time, and the acknowledgements as a visitor named Alex Morgan receives them. */
export async function readEnquiryFacts({ database, dataDir, site, privateSettings }: DeskContext) {
  const retention = { database, dataDir, months: privateSettings.retentionMonths, now: new Date() }
  const { limit, enquiries } = await readRetention(retention)
  return {
    retention: `Enquiries from before ${shortDay(londonDay(limit))} that reached you are erased: ${plural(enquiries, 'enquiry', 'enquiries')} at the moment.`,
    previews: SAMPLES.map(({ label, kind, inquiryType }) => {
      const sample = {
        kind,
        inquiryType,
        name: 'Alex Morgan',
        email: 'alex@visitor.example',
        reference: 'ENQ-1234-5678',
        plateNumber: inquiryType === 'other' ? null : 'AB12 CDE',
      } as AddressedEnquiry
      const { subject, text } = acknowledgementOf(sample, site)
      return { label, subject, text }
    }),
  }
}
