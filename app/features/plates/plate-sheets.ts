// Divides a plate at actual size into A4 sheets that are joined. In millimetres.

import type { PlateDrawing } from '#shared/registration/plate-drawing.ts'

/** A4 landscape minus one millimetre: because of rounding errors, a full page would spill onto the next. */
export const SHEET = { width: 297, height: 209 }

/** No printer prints to the edge; margins never exceed 10 mm. */
export const SHEET_MARGIN = 10

/** The overlap: the strip of the right-hand sheet that goes under the left-hand one. */
export const TAB_WIDTH = 10

/** The clearance on either side of a join, so that the cut avoids the character. */
const CLEARANCE = 2

export interface PlatePiece {
  from: number
  to: number
}

/** The pieces of the plate from left to right, cut between two characters if that is possible, otherwise evenly. */
export function cutIntoSheets({ width, glyphs }: Pick<PlateDrawing, 'width' | 'glyphs'>): PlatePiece[] {
  const widest = SHEET.width - 2 * SHEET_MARGIN - TAB_WIDTH
  const count = Math.ceil(width / widest)
  // Both ends of an inner piece are flexible.
  const play = Math.floor((widest - width / count) / (count > 2 ? 2 : 1))
  const isClear = (at: number) =>
    glyphs.every((glyph) => at < glyph.x - CLEARANCE || at > glyph.x + glyph.width + CLEARANCE)
  const joins = Array.from({ length: count - 1 }, (_, index) => {
    const even = Math.round(((index + 1) * width) / count)
    for (let shift = 0; shift <= play; shift++) {
      if (isClear(even - shift)) return even - shift
      if (isClear(even + shift)) return even + shift
    }
    return even
  })
  const edges = [0, ...joins, width]
  return edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }))
}
