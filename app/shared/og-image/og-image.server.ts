// Text is drawn from outlines, so that the server needs no fonts.
import { titles, wordmark } from 'virtual:articles'
import {
  COLLAGE_REGISTRATIONS,
  COLLAGE_ROTATION_DEGREES,
  COLLAGE_SEED,
  placeCollage,
} from '../collage-layout.ts'
import { drawPlate } from '../registration/plate-drawing.ts'
import { LOGO } from '../ui/logo-drawing.ts'

type Png = Uint8Array<ArrayBuffer>

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const RULE_HEIGHT = 10

const PAPER = '#fbfaf7'
const INK = '#14181d'
const GREEN = '#0f4c3a'

const MAX_CACHED = 500
const cache = new Map<string, Promise<Png>>()

/** Images are drawn one after another: in parallel they would take hundreds of megabytes. */
let previous: Promise<unknown> = Promise.resolve()

export function plateOgImage(registration: string): Promise<Png> {
  return cached(`plate ${registration}`, () => {
    const { width, height } = drawPlate(registration)
    const size = 960
    return plate(registration, (WIDTH - size) / 2, (HEIGHT - (height * size) / width) / 2, size)
  })
}

export function articleOgImage({
  path,
  plate: registration,
}: {
  path: string
  plate: string | null
}): Promise<Png> {
  return cached(path, () => {
    const title = titles[path]
    if (!title) return collage()
    const drawn = registration ? plate(registration, MARGIN, MARGIN, 520) : ''
    const baseline = (registration ? 270 : MARGIN) + 0.72 * title.size
    return `${drawn}
<path d="${title.path}" transform="translate(${MARGIN} ${baseline})" fill="${INK}"/>
${logoWithName(MARGIN, 566)}`
  })
}

export function defaultOgImage(): Promise<Png> {
  return cached('default', collage)
}

function cached(key: string, draw: () => string): Promise<Png> {
  const known = cache.get(key)
  if (known) return known
  const image = previous.then(() => render(draw()))
  previous = image.catch(() => cache.delete(key))
  cache.set(key, image)
  const oldest = cache.keys().next()
  if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value)
  return image
}

async function render(drawing: string): Promise<Png> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
${drawing}
<rect y="${HEIGHT - RULE_HEIGHT}" width="${WIDTH}" height="${RULE_HEIGHT}" fill="${GREEN}"/>
</svg>`,
    { font: { loadSystemFonts: false } },
  )
  return new Uint8Array(image.asPng())
}

function plate(registration: string, x: number, y: number, size: number): string {
  const { width, height, radius, path } = drawPlate(registration)
  return `<g transform="translate(${x} ${y}) scale(${size / width})">
<rect width="${width}" height="${height}" rx="${radius}" fill="${LOGO.plate}"/><path d="${path}" fill="${LOGO.ink}"/>
</g>`
}

function logo(x: number, y: number, size: number): string {
  const { width, height, radius, path, strokeWidth, plate, ink } = LOGO
  return `<g transform="translate(${x} ${y}) scale(${size / width})">
<rect width="${width}" height="${height}" rx="${radius}" fill="${plate}"/>
<path d="${path}" fill="none" stroke="${ink}" stroke-width="${strokeWidth}" stroke-linejoin="round"/>
</g>`
}

function logoWithName(x: number, baseline: number): string {
  return `${logo(x, baseline - 33, 60)}
<path d="${wordmark.path}" transform="translate(${x + 78} ${baseline})" fill="${INK}"/>`
}

function collage(): string {
  const side = 1150
  const plates = placeCollage(COLLAGE_SEED).map(({ x, y }, index) => {
    const registration = COLLAGE_REGISTRATIONS[index] ?? ''
    const { width, height } = drawPlate(registration)
    const size = side * 0.135
    const [left, top] = [230 + (x / 100) * side, -260 + (y / 100) * side]
    if (left < 640 && top > 380) return ''
    return `<g transform="translate(${left} ${top}) rotate(${COLLAGE_ROTATION_DEGREES})">${plate(registration, -size / 2, (-height * size) / width / 2, size)}</g>`
  })
  return `${plates.join('\n')}
<path d="${wordmark.path}" transform="translate(${MARGIN} 566) scale(2)" fill="${INK}"/>`
}
