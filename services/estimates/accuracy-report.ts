import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { formatMonth } from '#packages/estimate/lot.ts'
import {
  type CalibrationBin,
  calibrate,
  type Group,
  halfWithinPercent,
  type Measures,
  measure,
  measureBands,
  measureConfidences,
  measureKinds,
  measureMonths,
  type NoiseCeiling,
  noiseCeiling,
  worstMisses,
} from '#packages/estimate/measures.ts'
import { hammerOf, isRefused, parseResiduals, type Residuals } from '#packages/estimate/residuals.ts'
import { SOURCES } from '#packages/estimate/sources.ts'
import type { Log } from '../log.ts'

export type { CalibrationBin, Group, Measures, NoiseCeiling }

/** The accuracy of the estimates, computed from the residuals that ship with the model. */
export interface AccuracyReport {
  /** The first and last month of the auctions: '2025-03'. */
  from: string
  to: string
  /** “Half of our estimates were within N % of the hammer price.” */
  halfWithinPercent: number
  /** Includes refused lots. */
  all: Measures
  /** The lots for which visitors would have seen a figure; null if there are none. */
  answered: Measures | null
  byKind: Group[]
  byEstimate: Group[]
  byPrice: Group[]
  byConfidence: Group[]
  /** Oldest first; the key is '2025-03'. */
  byMonth: Group[]
  noiseCeiling: NoiseCeiling | null
  calibration: CalibrationBin[]
  /** Largest errors first. */
  worst: Miss[]
  /** Where the result lists are published. */
  sources: typeof SOURCES
}

interface Miss {
  month: string
  kind: string
  estimateGbp: number
  hammerGbp: number
  /** The hammer price divided by the estimate. */
  ratio: number
  isRefused: boolean
}

/** `off`: ESTIMATES=off. `unavailable`: the residuals are missing or damaged. */
export type AccuracyAnswer = { report: AccuracyReport } | { unavailable: true } | { off: true }

export interface AccuracyService {
  /** Whether pages link to the accuracy page: estimates are on and have residuals. */
  isOffered: boolean
  /** Never throws. */
  read(): Promise<AccuracyAnswer>
}

const BINS = 12
const MISSES = 10

export const ACCURACY_NOT_SHOWN = 'The accuracy of the estimates cannot be shown'

interface Options {
  isOff: boolean
  log: Pick<Log, 'error'>
  /** The file of residuals. */
  path: string
}

export function createAccuracyService({ isOff, log, path }: Options): AccuracyService {
  let reading: Promise<AccuracyAnswer> | undefined
  return {
    isOffered: !isOff && existsSync(path),
    async read() {
      if (isOff) return { off: true }
      reading ??= readReport(path).catch((error) => {
        log.error(ACCURACY_NOT_SHOWN, error)
        return { unavailable: true }
      })
      return reading
    },
  }
}

async function readReport(path: string): Promise<AccuracyAnswer> {
  return { report: reportAccuracy(parseResiduals(await readFile(path, 'utf8'))) }
}

function reportAccuracy({ rows, repeats }: Residuals): AccuracyReport {
  const byMonth = measureMonths(rows)
  const all = measure(rows)
  const answered = rows.filter((row) => !isRefused(row))
  return {
    from: byMonth[0]?.key ?? '',
    to: byMonth.at(-1)?.key ?? '',
    halfWithinPercent: halfWithinPercent(all),
    all,
    answered: answered.length > 0 ? measure(answered) : null,
    byKind: measureKinds(rows),
    byEstimate: measureBands(rows, 'estimate'),
    byPrice: measureBands(rows, 'hammer'),
    byConfidence: measureConfidences(rows),
    byMonth,
    noiseCeiling: repeats && noiseCeiling(repeats, rows),
    calibration: calibrate(rows, BINS),
    worst: worstMisses(rows, MISSES).map((row) => ({
      month: formatMonth(row.month),
      kind: row.kind,
      estimateGbp: row.estimateGbp,
      hammerGbp: hammerOf(row),
      ratio: row.ratio,
      isRefused: isRefused(row),
    })),
    sources: SOURCES,
  }
}
