import type { LookAlikeTable } from '#packages/estimate/look-alikes.ts'
import {
  COSTS,
  FIGURE_COSTS,
  FIGURE_SOUNDS,
  LETTER_COSTS,
  PAIR_COSTS,
} from '#shared/registration/look-alikes.ts'

const { Q: _, ...letterO } = LETTER_COSTS.O ?? {}

/** The table of the site, without O as Q: the model that ships was trained before searches read O so. */
export const ESTIMATE_LOOK_ALIKES: LookAlikeTable = {
  figures: FIGURE_COSTS,
  letters: { ...LETTER_COSTS, O: letterO },
  pairs: PAIR_COSTS,
  sounds: FIGURE_SOUNDS,
  costs: COSTS,
}
