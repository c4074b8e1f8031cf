/**
 * How the DVLA's £80 stands to the recorded costs: in them, or paid for every sale, or only for a plate that is on a
 * vehicle, since assigning from a certificate is free.
 */
export const MARGIN_FEES = ['in-cost', 'each-sale', 'on-vehicle'] as const

export type MarginFee = (typeof MARGIN_FEES)[number]
