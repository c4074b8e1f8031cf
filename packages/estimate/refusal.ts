import type { RefusalReason } from './estimate.ts'
import type { Shape } from './shape.ts'

/** A wider ratio of high to low is not informative enough to show. */
export const WIDEST_RATIO = 6
/** Formats with fewer sales are not estimated. */
const LEAST_SALES_OF_FORMAT = 30

/** Kinds of registrations that made record prices, of which the lists contain no sale. */
const RECORD_CLASS = [
  /^[A-Z]\d$/, // F 1
  /^\d[A-Z]$/, // 1 D
  /^[A-Z]{2}1$/, // RR 1
  /^1[A-Z]{2}$/, // 1 RH
  /^\d{2,3}O$/, // 25 O
  /^O\d{2,3}$/, // O 10
  /^VIP1$/,
  // Of dateless registrations alone: the lists have ABC with a year letter, and the other letters in alphabetical order
  // at ordinary prices.
  /^(?:ABC|XYZ)\d+$/,
  /^\d+(?:ABC|XYZ)$/,
]

const isRecordClass = (registration: string): boolean =>
  RECORD_CLASS.some((pattern) => pattern.test(registration))

/** Why a registration is refused regardless of its range; null if it is not. */
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
