import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of a trained model; `npm run estimate -- train` writes them together. */
export const MODEL_FILES = {
  model: 'model-v1.bin',
  residuals: 'residuals.csv',
  card: 'model-card.json',
} as const

/** The model that ships with the product, with the lexicon. */
export const MODEL_FOLDER = fileURLToPath(new URL('../../packages/estimate/data/', import.meta.url))

export const LEXICON_FILE = join(MODEL_FOLDER, 'lexicon.bin')
