import type { Model } from './model.ts'

/** The model file cannot be used; the message says why. */
export class ModelFileError extends Error {
  override name = 'ModelFileError'
}

/** A file with magic, format version and checksum. */
export function serializeModel(model: Model): Uint8Array {
  throw new ModelFileError(`not yet ${model.nowMonth}`)
}

/** @throws ModelFileError for a file that is cut short, of another version or corrupted */
export function parseModel(bytes: Uint8Array): Model {
  throw new ModelFileError(`not yet ${bytes.length}`)
}
