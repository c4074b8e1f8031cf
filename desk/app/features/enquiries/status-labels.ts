import type { EnquiryStatus } from '#services/enquiries/statuses.ts'

export const ENQUIRY_STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  answered: 'Answered',
  replied: 'They replied',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
}
