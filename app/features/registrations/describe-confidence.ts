import type { MeasuredErrors, MeasuredEstimate } from '../../context.ts'
import { percent } from '../estimates/accuracy-words.ts'

type Confidence = MeasuredEstimate['confidence']

export interface ConfidenceText {
  /** 'Medium confidence', without a full stop */
  label: string
  /** The measured error, if there is one, and what the estimate rests on. */
  sentences: string[]
}

const LABELS: Record<Confidence, string> = {
  high: 'High confidence',
  medium: 'Medium confidence',
  low: 'Low confidence',
}

export const MODEL_ALONE = 'Based on our model alone: no close sale is on record'
const OWN_SALE_SENTENCE = 'This estimate starts from the registration’s own last sale.'

/** Without a close sale, no confidence is named. @param hasCloseSale whether the page shows one */
export function describeConfidence(
  { confidence, restsOnOwnSale }: Pick<MeasuredEstimate, 'confidence' | 'restsOnOwnSale'>,
  hasCloseSale: boolean,
  errors?: MeasuredErrors,
): ConfidenceText {
  const isNamed = hasCloseSale || restsOnOwnSale
  const own = isNamed ? errors?.ofConfidence[confidence] : null
  const measured = own ?? errors?.ofAll
  const which = own ? `our ${confidence}-confidence` : 'all our'
  return {
    label: isNamed ? LABELS[confidence] : MODEL_ALONE,
    sentences: [
      measured
        ? `Half of ${which} estimates came within ${atMost(measured.median)} of the hammer price, and ${percent(measured.inRange)} of prices fell in the range.`
        : null,
      restsOnOwnSale ? OWN_SALE_SENTENCE : null,
    ].filter((sentence) => sentence !== null),
  }
}

/** Rounded up, so that the sentence is true; like `halfWithinPercent`. */
const atMost = (share: number) => `${Math.ceil(share * 100 - 1e-9)}%`
