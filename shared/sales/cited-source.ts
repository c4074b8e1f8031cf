export interface CitedSource {
  name: string
  url: string
  /** The state or its auctioneer; others are linked from the data page alone, never beside an answer or a price. */
  isOfficial: boolean
}

/** The section of the data page that links them. */
export const REPORTED_ID = 'reported'
export const AS_REPORTED = 'as dealers and buyers report'
