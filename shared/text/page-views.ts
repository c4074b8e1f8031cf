/** Page counts are kept for 25 months, so that a season can be compared with the previous two years. */
export const PAGE_VIEW_MONTHS = 25
