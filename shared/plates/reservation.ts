import { plural } from '../text/format.ts'

/** 2 → '48 hours'   3 → '3 days' */
export const describeReservation = (days: number) => (days === 2 ? '48 hours' : plural(days, 'day'))
