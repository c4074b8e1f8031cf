import { CellError } from '#shared/cells/fields.ts'
import { UsageError } from '../errors.ts'

/** @throws UsageError that begins with the label, instead of a CellError */
export function labelErrors<T>(label: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellError ? new UsageError(`${label}: ${error.message}.`) : error
  }
}
