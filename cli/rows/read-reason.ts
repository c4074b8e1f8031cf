import { InvalidInput } from '#services/changes/refusal.ts'
import { readCorrectionReason } from '#services/sales/corrections.ts'
import { UsageError } from '../errors.ts'

/** Parses the option for the reason of corrections. @throws UsageError */
export function readReason(given: string | undefined): string {
  if (given === undefined) throw new UsageError('Missing reason: --reason <sentence>. It is published.')
  if (given.trim() === '') throw new UsageError('--reason needs a sentence. It is published.')
  try {
    return readCorrectionReason(given)
  } catch (error) {
    if (error instanceof InvalidInput) throw new UsageError(`--reason: ${error.message}`)
    throw error
  }
}
