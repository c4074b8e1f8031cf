import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PageFault, readPageFault } from '#shared/text/page-fault.ts'
import type { ClientNetwork } from '../client-ip.ts'
import type { Log } from '../log.ts'
import { networkLimits, perTenMinutes, RateLimit } from '../rate-limit.ts'

/** In DATA_DIR, for the doctor: the latest ones of this server. */
const FILE = 'page-faults.json'
export const MOST_KEPT = 100

const PER_NETWORK = 3
/** Of all together: the first reports of a fault say as much as a thousand. */
const PER_SERVER = 20

interface KeptPageFault extends PageFault {
  at: string
}

export type PageFaultReporter = (
  report: Record<keyof PageFault, unknown>,
  from: ClientNetwork,
) => 'invalid' | 'limited' | null

/** Logs and keeps faults that browsers report. @returns a function that says why a report is refused, or null */
export function createPageFaultReporter(
  dataDir: string,
  log: Pick<Log, 'error'>,
  now = () => new Date(),
): PageFaultReporter {
  const rateLimit = new RateLimit()
  return (report, from) => {
    const fault = readPageFault(report)
    if (!fault) return 'invalid'
    const limits = [...networkLimits(from, PER_NETWORK), ['all', perTenMinutes(PER_SERVER)] as const]
    if (rateLimit.take(limits) > 0) return 'limited'
    log.error('A page failed in a browser', fault)
    const kept = [...readPageFaults(dataDir), { at: now().toISOString(), ...fault }].slice(-MOST_KEPT)
    try {
      writeFileSync(join(dataDir, FILE), JSON.stringify(kept), { mode: 0o600 })
    } catch (error) {
      log.error('A report of a failed page cannot be kept for the doctor', error)
    }
    return null
  }
}

/** The oldest first. Reports that a crash cut off are forgotten. */
export function readPageFaults(dataDir: string): KeptPageFault[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'))
  } catch {
    return []
  }
}
