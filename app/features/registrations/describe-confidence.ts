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

export function describeConfidence(confidence: Confidence, errors?: MeasuredErrors): ConfidenceText {
  const own = errors?.ofConfidence[confidence] ?? null
  const all = errors?.ofAll ?? null
  return {
    label: LABELS[confidence],
    sentences: [
      own === null
        ? null
        : `Half of our ${confidence}-confidence estimates were within ${percent(own)} of the hammer price.`,
      all === null ? null : `Of all our estimates, half were within ${percent(all)}.`,
    ].filter((sentence) => sentence !== null),
  }
}

/** Rounded up, so that the sentence is true; like `halfWithinPercent`. */
const percent = (share: number) => `${Math.ceil(share * 100 - 1e-9)}%`
