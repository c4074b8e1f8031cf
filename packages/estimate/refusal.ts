import type { RefusalReason } from './estimate.ts'
import type { Shape } from './shape.ts'

/** A range wider than this from low to high says too little to be shown. */
export const WIDEST_RATIO = 6
/** Formats with fewer sales are not estimated. */
export const LEAST_SALES_OF_FORMAT = 30

/** Marks that made the record prices: the lists hold no sale to learn them from. */
const RECORD_CLASS = [
  /^[A-Z]\d$/, // F 1
  /^\d[A-Z]$/, // 1 D
  /^[A-Z]{2}1$/, // RR 1
  /^1[A-Z]{2}$/, // 1 RH
  /^\d{2,3}O$/, // 25 O
  /^O\d{2,3}$/, // O 10
  /^VIP1$/,
]

export const isRecordClass = (registration: string): boolean =>
  RECORD_CLASS.some((pattern) => pattern.test(registration))

/** Why there can be no figure, whatever the range; null if there is no such reason. */
export function refuseByShape(
  registration: string,
  shape: Shape | null,
  formats: Record<string, number>,
): RefusalReason | null {
  if (isRecordClass(registration)) return 'record-class'
  if (shape === null) return 'unlearnt-system'
  const sales = formats[shape.format] ?? 0
  if (sales >= LEAST_SALES_OF_FORMAT) return null
  const ofSystem = Object.keys(formats).some((format) => format.startsWith(`${shape.system} `))
  return ofSystem ? 'unlearnt-format' : 'unlearnt-system'
}
