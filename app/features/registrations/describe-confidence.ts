import type { MeasuredErrors, MeasuredEstimate } from '../../context.ts'

type Confidence = MeasuredEstimate['confidence']

export interface ConfidenceText {
  /** 'Medium confidence' */
  label: string
  /** The measured error; empty if there is none. */
  sentences: string[]
}

const LABELS: Record<Confidence, string> = {
  high: 'High confidence',
  medium: 'Medium confidence',
  low: 'Low confidence',
}

const OWN_SALE_SENTENCE = 'This one starts from the registration’s own last sale.'

/** An estimate that rests on its own sale says so instead of the error of all estimates. */
export function describeConfidence(
  { confidence, restsOnOwnSale }: Pick<MeasuredEstimate, 'confidence' | 'restsOnOwnSale'>,
  errors?: MeasuredErrors,
): ConfidenceText {
  const own = errors?.ofConfidence[confidence] ?? null
  const all = errors?.ofAll ?? null
  const ofAll = all === null ? null : `Half of all our estimates were within ${percent(all)}.`
  return {
    label: LABELS[confidence],
    sentences: [
      own === null
        ? null
        : `Half of our ${confidence}-confidence estimates were within ${percent(own)} of the hammer price.`,
      restsOnOwnSale ? OWN_SALE_SENTENCE : ofAll,
    ].filter((sentence) => sentence !== null),
  }
}

/** Rounded up, so that the sentence is true; like `halfWithinPercent`. */
const percent = (share: number) => `${Math.ceil(share * 100 - 1e-9)}%`
