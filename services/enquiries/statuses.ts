/** Shared with the browser. */
export const enquiryStatuses = ['new', 'answered', 'won', 'lost', 'spam'] as const

export type EnquiryStatus = (typeof enquiryStatuses)[number]
