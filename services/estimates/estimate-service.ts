import type { Estimate, Estimator, Refusal, WordReading } from '../../packages/estimate/estimate.ts'
import type { Log } from '../log.ts'
import type { MeasuredErrors } from './describe-confidence.ts'

/** An estimate, and how far from the hammer price such estimates were, where that was measured. */
export type MeasuredEstimate = Estimate & { errors?: MeasuredErrors }

/** `off`: by ESTIMATES=off. `unavailable`: the model cannot be read. */
export type EstimateAnswer = MeasuredEstimate | Refusal | { unavailable: true } | { off: true }

export interface EstimateService {
  /** Never throws. `registration` with or without spaces. */
  estimate(registration: string): Promise<EstimateAnswer>
  /** Words and names, the likeliest first; none if the lexicon cannot be read. Never throws. */
  readings(registration: string): Promise<WordReading[]>
}

interface Options {
  isOff: boolean
  log: Pick<Log, 'error'>
  /** Called on the first estimate. */
  loadEstimator?: (() => Promise<Estimator>) | undefined
}

export function createEstimateService({ isOff, log, loadEstimator }: Options): EstimateService {
  let loading: Promise<Estimator | null> | undefined
  const load = () => {
    loading ??= loadEstimator
      ? loadEstimator().catch((error) => {
          log.error('Estimates are not available', error)
          return null
        })
      : Promise.resolve(null)
    return loading
  }
  return {
    async estimate(registration) {
      if (isOff) return { off: true }
      const estimator = await load()
      return estimator?.estimate(compact(registration)) ?? { unavailable: true }
    },
    async readings(registration) {
      const estimator = await load()
      return estimator?.readings(compact(registration)) ?? []
    },
  }
}

const compact = (registration: string) => registration.toUpperCase().replace(/[^A-Z0-9]/g, '')
