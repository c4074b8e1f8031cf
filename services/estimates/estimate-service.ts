import { setImmediate } from 'node:timers/promises'
import type { Confidence, Estimate, Evidence, Refusal, WordReading } from '#packages/estimate/estimate.ts'
import type { LearningEstimator } from '#packages/estimate/estimator.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import type { Log } from '../log.ts'
import type { AccuracyAnswer, AccuracyService, Measures } from './accuracy-report.ts'
import { type RecentSale, readRecentSales } from './recent-sales.ts'

/** The errors in the forward test; null if not measured. */
export interface MeasuredErrors {
  ofAll: MeasuredError | null
  ofConfidence: Record<Confidence, MeasuredError | null>
}

interface MeasuredError {
  /** The median, as a share of the hammer price: 0.34 is 34 %. */
  median: number
  /** The share of prices that fell in the range. */
  inRange: number
}

/** An estimate with the measured error of estimates like it. */
export type MeasuredEstimate = Estimate & { errors: MeasuredErrors }

/** `off`: ESTIMATES=off. `unavailable`: the model cannot be read. */
export type EstimateAnswer = MeasuredEstimate | Refusal | { unavailable: true } | { off: true }

export interface EstimateService {
  /** Never throws. `registration` with or without spaces. */
  estimate(registration: string, evidence?: Evidence): Promise<EstimateAnswer>
  /** Words and names, likeliest first; empty if the lexicon cannot be read. Never throws. */
  readings(registration: string): Promise<WordReading[]>
  /** Changes when recent sales have changed the estimates, so that pages are rendered again. */
  revision(): number
}

/** A loaded model. */
export interface EstimatorSource {
  /** year * 12 + month - 1 of the latest auction in the training data. */
  trainedToMonth: number
  /** Creates an estimator without later sales. */
  create(): Pick<LearningEstimator, 'estimate' | 'readings' | 'observe'>
}

interface Options {
  isOff: boolean
  /** Reads the model; called on first use. */
  load: () => Promise<EstimatorSource>
  client: BackendClient
  /** The accuracy on auctions that were not in the training data. */
  accuracy: Pick<AccuracyService, 'read'>
  /** Changes when the sales may have changed; null while they cannot be read. */
  dataVersion: () => string | null
  log: Pick<Log, 'error'>
}

/** Sales processed between two turns of the event loop, about ten milliseconds. */
const SALES_PER_TURN = 10

export function createEstimateService({
  isOff,
  load,
  client,
  accuracy,
  dataVersion,
  log,
}: Options): EstimateService {
  let loading: Promise<EstimatorSource | null> | undefined
  let estimator: ReturnType<EstimatorSource['create']> | undefined
  let revision = 0
  let learntVersion: string | null = null
  let learntSales = ''
  let isLearning = false

  async function ready() {
    loading ??= load().catch((error) => {
      log.error('Estimates are not available', error)
      return null
    })
    const source = await loading
    if (source === null) return null
    estimator ??= source.create()
    const version = dataVersion()
    if (version !== null && version !== learntVersion && !isLearning) void learn(source, version)
    return estimator
  }

  /** Applies the sales since the training to the estimates; pages use the previous ones meanwhile. */
  async function learn(source: EstimatorSource, version: string): Promise<void> {
    isLearning = true
    try {
      const sales = await readRecentSales(client, source.trainedToMonth)
      learntVersion = version
      const key = sales.map(keyOf).join()
      if (key === learntSales) return
      const learning = source.create()
      for (const [i, sale] of sales.entries()) {
        learning.observe(sale)
        if (i % SALES_PER_TURN === 0) await setImmediate()
      }
      estimator = learning
      learntSales = key
      revision += 1
    } catch (error) {
      // They are read again when the data change, or after HOSTED_PAGE_SECONDS where changes cannot be noticed.
      learntVersion = version
      log.error('The latest sales could not be read: estimates do without them', error)
    } finally {
      isLearning = false
    }
  }

  return {
    async estimate(registration, evidence) {
      if (isOff) return { off: true }
      const estimator = await ready()
      if (!estimator) return { unavailable: true }
      const answer = estimator.estimate(compactOf(registration), evidence)
      return 'midGbp' in answer ? { ...answer, errors: errorsOf(await accuracy.read()) } : answer
    },
    async readings(registration) {
      return (await ready())?.readings(compactOf(registration)) ?? []
    },
    revision: () => revision,
  }
}

const keyOf = ({ registration, month, hammerGbp }: RecentSale) => `${registration} ${month} ${hammerGbp}`

function errorsOf(answer: AccuracyAnswer): MeasuredErrors {
  const report = 'report' in answer ? answer.report : null
  const errorOf = (measures: Measures | undefined): MeasuredError | null =>
    measures ? { median: measures.mdape, inRange: measures.coverage80 } : null
  const of = (confidence: Confidence) => errorOf(report?.byConfidence.find(({ key }) => key === confidence))
  return {
    ofAll: errorOf(report?.all),
    ofConfidence: { high: of('high'), medium: of('medium'), low: of('low') },
  }
}
