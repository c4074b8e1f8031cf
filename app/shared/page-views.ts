/** Counts of pages are kept for two years and a month, so that a season can be compared with the last two. */
export const PAGE_VIEW_MONTHS = 25
