import { drawLetters } from '#shared/registration/plate-drawing.ts'
import { DRAWN_LETTERS, LOGO } from '#shared/ui/logo-drawing.ts'

const LETTERS = { width: 33, height: 16 }

/** Letters other than ours, in the typeface of plates, centred in the logo. */
function otherLetters(letters: string): { d: string; transform: string } {
  const { width, height, path } = drawLetters(letters)
  const scale = Math.min(LETTERS.width / width, LETTERS.height / height)
  const x = (LOGO.width - width * scale) / 2
  const y = (LOGO.height - height * scale) / 2
  return { d: path, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})` }
}

/** The letters of the logo as SVG, for pictures. */
export function lettersSvg(letters: string): string {
  const { path, strokeWidth, ink } = LOGO
  if (letters === DRAWN_LETTERS)
    return `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${strokeWidth}" stroke-linejoin="round"/>`
  const { d, transform } = otherLetters(letters)
  return `<path d="${d}" transform="${transform}" fill="${ink}"/>`
}
