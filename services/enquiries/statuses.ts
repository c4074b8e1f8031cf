/** Shared with the browser. */
const enquiryStatuses = ['new', 'answered', 'replied', 'won', 'lost', 'spam'] as const

export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Those that people set at the desk: that the visitor replied follows from an entry. */
export const settableStatuses = enquiryStatuses.filter((status) => status !== 'replied')

/** Waiting for our answer: nobody has answered yet, or the visitor has replied since. */
export const isOpenStatus = (status: EnquiryStatus) => status === 'new' || status === 'replied'

/** Why an enquiry was lost, with the words of the desk. */
export const LOST_REASONS = {
  price: 'Price',
  'bought elsewhere': 'Bought elsewhere',
  'no answer': 'No answer',
  'changed their mind': 'Changed their mind',
} as const

export type LostReason = keyof typeof LOST_REASONS
