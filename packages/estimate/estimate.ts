// The types of an estimate. The package represents registrations as A-Z and 0-9 without spaces: 'AB12CDE'.

export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** A hammer price at a DVLA auction now, in whole pounds of two significant figures, before any fee. */
export interface Estimate {
  lowGbp: number
  midGbp: number
  highGbp: number
  confidence: Confidence
  restsOnOwnSale: boolean
}

/** What is on record beside the model. */
export interface Evidence {
  /** The latest hammer price of the registration itself. */
  ownSale: OwnSale | null
  /** Whether visitors see close comparables beside the estimate. */
  hasComparables: boolean
}

export interface OwnSale {
  hammerGbp: number
  monthsAgo: number
}

/**
 * Why there is no figure: the range would be wider than six to one; the registration is in the record class (F 1); a
 * system or a format with too few sales to learn from.
 */
export const REFUSAL_REASONS = ['wide-range', 'record-class', 'unlearnt-system', 'unlearnt-format'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export interface Refusal {
  refused: RefusalReason
}

export type Answer = Estimate | Refusal

/** A word or name that a registration can be read as: 'S0PH1E' reads as SOPHIE. */
export interface WordReading {
  word: string
  kind: 'first-name' | 'surname' | 'word'
  /** 0 for the exact word; each look-alike adds to it. */
  cost: number
  /** The range of characters that the word covers: [from, to). */
  from: number
  to: number
}

export interface Estimator {
  /** Without evidence, as if nothing were on record. */
  estimate(registration: string, evidence?: Evidence): Answer
  /** Likeliest first, at most six. */
  readings(registration: string): WordReading[]
}

/** 1,234 → 1,200; 86,500 → 87,000. At least £1. */
export function roundToTwoFigures(priceGbp: number): number {
  return Math.max(1, Math.round(Number(priceGbp.toPrecision(2))))
}
