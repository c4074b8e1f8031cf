/** Creates the files of a picture that the site serves. Runs in a child process: services/pictures/resizer.ts. */
import sharp, { type OutputInfo, type SharpOptions } from 'sharp'
import type { PictureFormat } from './picture-format.ts'
import type { MadePicture, Refusal } from './resizer.ts'

/**
 * The pixels that can be decoded in half a gigabyte, by the peaks in decision 024: AVIF and interlaced PNG are decoded
 * completely, JPEG and WebP are reduced while they are read.
 */
const MAX_MEGAPIXELS: Readonly<Record<PictureFormat, number>> = {
  jpeg: 64,
  webp: 64,
  gif: 64,
  png: 64,
  avif: 24,
}
const MAX_MEGAPIXELS_INTERLACED_PNG = 40

const LOADERS: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
}

/** Limits the height to twice the width, so that a tall picture does not dominate an article. */
const LARGE = { name: '1600', box: { width: 1600, height: 3200 } } as const
const SMALL = { name: '800', box: { width: 800, height: 1600 } } as const

const SHARE = { width: 1200, height: 675 } as const
/** Strips longer than this many share images are not searched for their focus. */
const MAX_STRIP = 8
/** Replaces transparency in formats without it. */
const GROUND = '#fbfaf7'

/** The limit for all files in one request to the backend, in base64. */
const MAX_TOTAL_BYTES = 5_500_000
const QUALITIES = [80, 60, 40]

/** Allows only the loader of the detected format, and one thread. */
export function restrictTo(format: PictureFormat): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [LOADERS[format]] })
}

export async function makeFiles(bytes: Uint8Array, format: PictureFormat): Promise<MadePicture | Refusal> {
  try {
    // Reads only the header.
    const { width, height, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const most = format === 'png' && isProgressive ? MAX_MEGAPIXELS_INTERLACED_PNG : MAX_MEGAPIXELS[format]
    if (width * height > most * 1e6) return { refusal: describeTooMany((width * height) / 1e6, most) }
    const options = { limitInputPixels: most * 1e6, failOn: 'error', pages: 1, autoOrient: true } as const
    const large = await sharp(bytes, options)
      .resize({ ...LARGE.box, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const share = await shareOf(bytes, options, large)
    for (const quality of QUALITIES) {
      const files = [
        await asWebp(LARGE.name, large, quality),
        await asWebp(SMALL.name, large, quality, SMALL.box),
        await asJpeg('share', share, quality),
      ]
      if (files.reduce((sum, { content }) => sum + content.length, 0) <= MAX_TOTAL_BYTES)
        return { width: large.info.width, height: large.info.height, files }
    }
    return {
      refusal: 'This picture has too much detail for a web page. Make it smaller and choose it again.',
    }
  } catch {
    return {
      refusal:
        'This picture is damaged or incomplete. Open it on your computer, save it again as a JPEG or PNG, and choose that file.',
    }
  }
}

/**
 * The crop for the share image, at the point of interest. A long strip is cropped in the middle: scaled to the width of
 * the share image it would be larger than the decoded picture.
 */
async function shareOf(bytes: Uint8Array, options: SharpOptions, large: Pixels): Promise<Pixels> {
  const { width, height } = large.info
  const ratio = Math.max(
    (width / height) * (SHARE.height / SHARE.width),
    (height / width) * (SHARE.width / SHARE.height),
  )
  const whole =
    ratio <= MAX_STRIP ? sharp(bytes, options) : fromPixels(large).extract(middleOf(width, height))
  return whole
    .resize({ ...SHARE, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: GROUND })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function middleOf(width: number, height: number) {
  const own = {
    width: Math.max(1, Math.min(width, Math.round((height * SHARE.width) / SHARE.height))),
    height: Math.max(1, Math.min(height, Math.round((width * SHARE.height) / SHARE.width))),
  }
  return { ...own, left: Math.floor((width - own.width) / 2), top: Math.floor((height - own.height) / 2) }
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

const fromPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

async function asWebp(name: string, pixels: Pixels, quality: number, box?: typeof SMALL.box) {
  const picture = box
    ? fromPixels(pixels).resize({ ...box, fit: 'inside', withoutEnlargement: true })
    : fromPixels(pixels)
  return { name, mediaType: 'image/webp' as const, content: await picture.webp({ quality }).toBuffer() }
}

async function asJpeg(name: string, pixels: Pixels, quality: number) {
  const content = await fromPixels(pixels).jpeg({ quality, mozjpeg: true }).toBuffer()
  return { name, mediaType: 'image/jpeg' as const, content }
}

const describeTooMany = (megapixels: number, most: number) =>
  `This picture has ${Math.round(megapixels)} megapixels; the site accepts up to ${most} of its kind. Make it smaller, such as 4,000 pixels wide, and choose it again.`
