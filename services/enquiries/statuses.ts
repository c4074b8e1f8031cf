/** Shared with the browser. */
export const enquiryStatuses = ['new', 'answered', 'won', 'lost', 'spam'] as const

export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Why an enquiry was lost, with the words of the desk. */
export const LOST_REASONS = {
  price: 'Price',
  'bought elsewhere': 'Bought elsewhere',
  'no answer': 'No answer',
  'changed their mind': 'Changed their mind',
} as const

export type LostReason = keyof typeof LOST_REASONS
