// The public log of corrections of recorded sales.

import { requireRows } from '../data/response.ts'
import { MAX_REGISTRATION_LENGTH } from '../registration/max-length.ts'
import { type ExplorerName, isExplorerName } from './explorers.ts'
import { type SalesSources, text } from './sale-records.ts'

export interface Correction {
  /** ISO time. */
  at: string
  explorer: ExplorerName
  registration: string
  kind: 'edited' | 'removed' | 'restored'
  /** 'Hammer price £4,520 → £4,250; month January → February' */
  change: string
  reason: string
}

export const MAX_CORRECTIONS = 500

const FAILED = 'Error fetching corrections'
const MAX_CHANGE_LENGTH = 2000
const MAX_REASON_LENGTH = 1000

/** Latest first, at most 500. Never throws: without a backend the list is empty. */
export async function readCorrections({
  client,
  isReachable,
  logError,
}: Pick<SalesSources, 'client' | 'isReachable' | 'logError'>): Promise<Correction[]> {
  try {
    if (!(await isReachable())) return []
    const latest = client
      .from('corrections')
      .select('at,explorer,plate_number,kind,change,reason')
      .order('at', { ascending: false })
    const rows = requireRows(await latest.order('id').limit(MAX_CORRECTIONS))
    const corrections = rows.map(toCorrection).filter((correction) => correction !== null)
    if (corrections.length < rows.length)
      logError(
        FAILED,
        new Error(`Dropped ${rows.length - corrections.length} of ${rows.length} rows: not a correction`),
      )
    return corrections
  } catch (error) {
    logError(FAILED, error)
    return []
  }
}

function toCorrection(row: unknown): Correction | null {
  if (typeof row !== 'object' || row === null) return null
  const { at, explorer, kind, plate_number, ...others } = row as Record<string, unknown>
  const registration = text(plate_number, MAX_REGISTRATION_LENGTH)
  const change = text(others.change, MAX_CHANGE_LENGTH)
  const reason = text(others.reason, MAX_REASON_LENGTH)
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  if (!isExplorerName(explorer)) return null
  if (kind !== 'edited' && kind !== 'removed' && kind !== 'restored') return null
  if (registration === null || change === null || reason === null) return null
  return { at: new Date(at).toISOString(), explorer, registration, kind, change: shownChange(change), reason }
}

/**
 * The text for readers. A note may be a calculation that only its researcher needs: 'Month none → May; note reworded'.
 */
export const shownChange = (change: string) =>
  change.replace(/(note) (?:none|“.*”) → (?:none|“.*”)/i, (part, note) =>
    isSum(part) ? `${note} reworded` : part,
  )

/** '400000x1.08', '= 518,480': a calculation, or a part of one. */
const isSum = (text: string) => /[=×*]|\d\s*[x+]\s*\d/.test(text)
