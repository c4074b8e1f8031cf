// Text is drawn from outlines, so that the server needs no fonts.
import { wordmark as shippedWordmark, titles } from 'virtual:articles'
import type { SetTitle } from '#shared/articles/article.ts'
import { drawPlate, plateColours } from '#shared/registration/plate-drawing.ts'
import { LOGO } from '#shared/ui/logo-drawing.ts'
import type { SiteContext } from '../../context.ts'
import { COLLAGE_ROTATION_DEGREES, COLLAGE_SEED, placeCollage } from '../collage-layout.ts'
import { lettersSvg } from './logo-letters.ts'

type Png = Uint8Array<ArrayBuffer>

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const RULE_HEIGHT = 10

/** The plates of a list are above this line, the name below it. */
const LIST_BOTTOM = 540
const LIST_GAP = 36

const PAPER = '#fbfaf7'
const INK = '#14181d'
const GREEN = '#0f4c3a'

const MAX_CACHED = 500
const cache = new Map<string, Promise<Png>>()

/** Images are drawn one after another: in parallel they would take hundreds of megabytes. */
let previous: Promise<unknown> = Promise.resolve()

/** The parts of an image that depend on the firm. */
interface Brand {
  letters: string
  wordmark: Pick<SetTitle, 'path'>
}

/** The outlines of the shipped wordmark were made by the build; those of another name are made on demand. */
export async function brandOf({ site, articles }: Pick<SiteContext, 'site' | 'articles'>): Promise<Brand> {
  const { name, letters } = site
  return {
    letters,
    wordmark: name === shippedWordmark.name ? shippedWordmark : await articles.setWordmark(name),
  }
}

const keyOf = ({ letters, wordmark }: Brand) => `${letters} ${wordmark.path}`

export function plateOgImage(registration: string): Promise<Png> {
  return cached(`plate ${registration}`, () => {
    const { width, height } = drawPlate(registration)
    const size = 960
    return plate(registration, (WIDTH - size) / 2, (HEIGHT - (height * size) / width) / 2, size)
  })
}

/** One to six plates in rows of two, above the name. */
export function listOgImage(registrations: readonly string[], brand: Brand): Promise<Png> {
  return cached(`list ${registrations.join()} ${keyOf(brand)}`, () => {
    const perRow = registrations.length > 1 ? 2 : 1
    const rows = Math.ceil(registrations.length / perRow)
    const size = perRow === 1 ? 760 : rows === 3 ? 460 : 500
    const [left, gap] = [(WIDTH - perRow * size - (perRow - 1) * LIST_GAP) / 2, LIST_GAP]
    const heightOf = (registration: string) => {
      const { width, height } = drawPlate(registration)
      return (height * size) / width
    }
    const rowHeight = Math.max(...registrations.map(heightOf))
    const top = (LIST_BOTTOM - rows * rowHeight - (rows - 1) * gap) / 2
    const drawn = registrations.map((registration, index) => {
      const [row, column] = [Math.floor(index / perRow), index % perRow]
      const y = top + row * (rowHeight + gap) + (rowHeight - heightOf(registration)) / 2
      // An odd last plate is centred.
      const isAlone = column === 0 && index === registrations.length - 1 && perRow === 2
      const x = isAlone ? (WIDTH - size) / 2 : left + column * (size + gap)
      return plate(registration, x, y, size)
    })
    return `${drawn.join('\n')}
${logoWithName(MARGIN, 580, brand)}`
  })
}

/** @param title for articles of the desk; the titles of shipped articles were converted by the build */
export function articleOgImage(
  { path, plate: registration }: { path: string; plate: string | null },
  brand: Brand,
  title: SetTitle | undefined = titles[path],
): Promise<Png> {
  return cached(`${path} ${registration} ${title?.path} ${keyOf(brand)}`, () => {
    if (!title) return collage(brand)
    const drawn = registration ? plate(registration, MARGIN, MARGIN, 520) : ''
    const baseline = (registration ? 270 : MARGIN) + 0.72 * title.size
    return `${drawn}
<path d="${title.path}" transform="translate(${MARGIN} ${baseline})" fill="${INK}"/>
${logoWithName(MARGIN, 566, brand)}`
  })
}

export function defaultOgImage(brand: Brand): Promise<Png> {
  return cached(`default ${keyOf(brand)}`, () => collage(brand))
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
  const { ground, ink, border } = plateColours(registration)
  const inset = (border ?? 0) / 2
  return `<g transform="translate(${x} ${y}) scale(${size / width})">
<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}" fill="${ground}"${border ? ` stroke="${ink}" stroke-width="${border}"` : ''}/><path d="${path}" fill="${ink}"/>
</g>`
}

function logo(x: number, y: number, size: number, letters: string): string {
  const { width, height, radius, plate } = LOGO
  return `<g transform="translate(${x} ${y}) scale(${size / width})">
<rect width="${width}" height="${height}" rx="${radius}" fill="${plate}"/>
${lettersSvg(letters)}
</g>`
}

function logoWithName(x: number, baseline: number, { letters, wordmark }: Brand): string {
  return `${logo(x, baseline - 33, 60, letters)}
<path d="${wordmark.path}" transform="translate(${x + 78} ${baseline})" fill="${INK}"/>`
}

function collage({ wordmark }: Brand): string {
  const side = 1150
  const plates = placeCollage(COLLAGE_SEED).map(({ registration, x, y }) => {
    const { width, height } = drawPlate(registration)
    const size = side * 0.135
    const [left, top] = [230 + (x / 100) * side, -260 + (y / 100) * side]
    if (left < 640 && top > 380) return ''
    return `<g transform="translate(${left} ${top}) rotate(${COLLAGE_ROTATION_DEGREES})">${plate(registration, -size / 2, (-height * size) / width / 2, size)}</g>`
  })
  return `${plates.join('\n')}
<path d="${wordmark.path}" transform="translate(${MARGIN} 566) scale(2)" fill="${INK}"/>`
}
