import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of a trained model; `estimate train` writes them together. */
export const MODEL_FILES = {
  model: 'model-v1.bin',
  residuals: 'residuals.csv',
  card: 'model-card.json',
} as const

/** The model that ships with the product, with the lexicon. */
export const SHIPPED_FOLDER = fileURLToPath(new URL('../../packages/estimate/data/', import.meta.url))

export const LEXICON_FILE = join(SHIPPED_FOLDER, 'lexicon.bin')

/** The folder of the dealer's own training, which upgrades leave untouched. */
export const ownModelFolder = (dataDir: string): string => join(dataDir, 'estimates')

/** The dealer's own model if there is one, else the one that ships. */
export function findModelFolder(dataDir: string): string {
  const own = ownModelFolder(dataDir)
  return existsSync(join(own, MODEL_FILES.model)) ? own : SHIPPED_FOLDER
}
