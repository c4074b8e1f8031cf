/**
 * The pictures that a message or a post shows of a page: PNG, 1200 by 630, drawn from outlines alone, so that no
 * typeface of the machine is needed.
 */
import { titles, wordmark } from 'virtual:articles'
import type { ArticleCard } from '../../features/articles/article.ts'
import {
  COLLAGE_REGISTRATIONS,
  COLLAGE_ROTATION_DEGREES,
  COLLAGE_SEED,
  placeCollage,
} from '../../features/home/collage-layout.ts'
import { drawPlate } from '../registration/plate-drawing.ts'

type Png = Uint8Array<ArrayBuffer>

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const RULE = 10

const PAPER = '#fbfaf7'
const INK = '#14181d'
const PLATE = '#f5c518'
const PLATE_INK = '#111111'
const GREEN = '#0f4c3a'

/** How many pictures are kept; one is some 15 kB. */
const MOST_KEPT = 500
const kept = new Map<string, Promise<Png>>()

/** Pictures are made one after the other: drawn side by side, they would take hundreds of megabytes. */
let last: Promise<unknown> = Promise.resolve()

/** The plate on paper. */
export function shareImage(registration: string): Promise<Png> {
  return keep(`plate ${registration}`, () => {
    const { width, height } = drawPlate(registration)
    const size = 960
    return plate(registration, (WIDTH - size) / 2, (HEIGHT - (height * size) / width) / 2, size)
  })
}

/** The title of a piece under its plate, or alone, and the house's name. */
export function articleShareImage({
  path,
  plate: registration,
}: Pick<ArticleCard, 'path' | 'plate'>): Promise<Png> {
  return keep(path, () => {
    const title = titles[path]
    if (!title) return collage()
    const drawn = registration ? plate(registration, MARGIN, MARGIN, 520) : ''
    const baseline = (registration ? 270 : MARGIN) + 0.72 * title.size
    return `${drawn}
<path d="${title.path}" transform="translate(${MARGIN} ${baseline})" fill="${INK}"/>
${houseName(MARGIN, 566)}`
  })
}

/** For every page without a picture of its own. */
export function houseShareImage(): Promise<Png> {
  return keep('house', collage)
}

function keep(name: string, draw: () => string): Promise<Png> {
  const known = kept.get(name)
  if (known) return known
  const image = last.then(() => render(draw()))
  last = image.catch(() => kept.delete(name))
  kept.set(name, image)
  const oldest = kept.keys().next()
  if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  return image
}

async function render(drawing: string): Promise<Png> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const picture = await renderAsync(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
${drawing}
<rect y="${HEIGHT - RULE}" width="${WIDTH}" height="${RULE}" fill="${GREEN}"/>
</svg>`,
    { font: { loadSystemFonts: false } },
  )
  return new Uint8Array(picture.asPng())
}

/** A plate of this width, from its top left corner. */
function plate(registration: string, x: number, y: number, size: number): string {
  const { width, height, radius, path } = drawPlate(registration)
  return `<g transform="translate(${x} ${y}) scale(${size / width})">
<rect width="${width}" height="${height}" rx="${radius}" fill="${PLATE}"/><path d="${path}" fill="${PLATE_INK}"/>
</g>`
}

/** The mark of ui/site-mark.tsx. */
function mark(x: number, y: number, width: number): string {
  return `<g transform="translate(${x} ${y}) scale(${width / 44})">
<rect width="44" height="28" rx="5" fill="${PLATE}"/>
<path d="M9 22V6h7.500a4.750 4.750 0 0 1 0 9.500H12M25 6l3.600 15.500L31.500 10.500 34.400 21.500 38 6" fill="none" stroke="${PLATE_INK}" stroke-width="3.400" stroke-linejoin="round"/>
</g>`
}

function houseName(x: number, baseline: number): string {
  return `${mark(x, baseline - 33, 60)}
<path d="${wordmark.path}" transform="translate(${x + 78} ${baseline})" fill="${INK}"/>`
}

/** The home page's plates, cropped by the edge, with the house's name before them. */
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
