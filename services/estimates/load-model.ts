import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEstimator } from '#packages/estimate/estimator.ts'
import { parseLexicon } from '#packages/estimate/lexicon.ts'
import { parseModel } from '#packages/estimate/model-file.ts'
import { ESTIMATE_LOOK_ALIKES } from './estimate-look-alikes.ts'
import type { EstimatorSource } from './estimate-service.ts'
import { LEXICON_FILE, MODEL_FILES } from './model-folder.ts'

/** @throws Error that names the file and the problem */
export async function loadModel(folder: string): Promise<EstimatorSource> {
  const [modelBytes, lexiconBytes] = await Promise.all([
    readFile(join(folder, MODEL_FILES.model)),
    readFile(LEXICON_FILE),
  ])
  const model = parseModel(modelBytes)
  const lexicon = parseLexicon(lexiconBytes, ESTIMATE_LOOK_ALIKES)
  return {
    trainedToMonth: model.nowMonth,
    create: () => createEstimator(model, lexicon),
  }
}
