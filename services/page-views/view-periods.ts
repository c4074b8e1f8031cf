/** In days. The desk shows these periods, and page_view_totals has columns for them. */
export const VIEW_PERIODS = [7, 28, 90] as const
export type ViewPeriod = (typeof VIEW_PERIODS)[number]
