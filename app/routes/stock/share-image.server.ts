import { drawPlate } from '../../domain/plate-drawing.ts'

const WIDTH = 1200
const HEIGHT = 630
const PLATE_WIDTH = 960

/** How many pictures are kept; one is some 15 kB. */
const MOST_KEPT = 500
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Pictures are made one after the other: drawn side by side, they would take hundreds of megabytes. */
let last: Promise<unknown> = Promise.resolve()

/** A PNG of 1200 by 630: the plate on paper. No typeface of the machine is needed. */
export function shareImage(registration: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept.get(registration)
  if (known) return known
  const image = last.then(() => render(registration))
  last = image.catch(() => kept.delete(registration))
  kept.set(registration, image)
  const oldest = kept.keys().next()
  if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  return image
}

async function render(registration: string): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const picture = await renderAsync(shareSvg(registration), { font: { loadSystemFonts: false } })
  return new Uint8Array(picture.asPng())
}

function shareSvg(registration: string): string {
  const { width, height, radius, path } = drawPlate(registration)
  const scale = PLATE_WIDTH / width
  const left = (WIDTH - PLATE_WIDTH) / 2
  const top = (HEIGHT - height * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfaf7"/>
<g transform="translate(${left} ${top}) scale(${scale})">
<rect width="${width}" height="${height}" rx="${radius}" fill="#f5c518"/>
<path d="${path}" fill="#111111" fill-rule="evenodd"/>
</g>
<rect y="${HEIGHT - 10}" width="${WIDTH}" height="10" fill="#0f4c3a"/>
</svg>`
}
