/** Detects the type of a file by its first bytes; names and declared types cannot be trusted. */

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** Known formats that are refused, as named in the message. */
type Foreign = 'svg' | 'pdf' | 'heic' | 'tiff' | 'bmp' | 'icon' | 'photoshop' | 'html' | 'zip' | 'video'

const asciiAt = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** Brands of ISO media files (ISO/IEC 23008-12 and AVIF): `ftyp` names them in its first box. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

/**
 * 'FF D8 FF …' → 'jpeg'; '<svg …' → 'svg' under any file name; an empty file → null
 * @returns null if the format is unknown
 */
export function formatOf(bytes: Uint8Array): PictureFormat | Foreign | null {
  const start = asciiAt(bytes, 0, 16)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (start.slice(4, 8) === 'ftyp') return mediaFormat(bytes)
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(start.slice(0, 4))) return 'tiff'
  if (start.startsWith('8BPS')) return 'photoshop'
  if (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0') return 'bmp'
  if (start.startsWith('\0\0\x01\0') || start.startsWith('\0\0\x02\0')) return 'icon'
  if (start.startsWith('PK\x03\x04')) return 'zip'
  const beginning = asciiAt(bytes, 0, 4_096).replaceAll('\0', '')
  if (beginning.slice(0, 1_024).includes('%PDF-')) return 'pdf'
  if (/<svg[\s>:]/i.test(beginning) || /<!DOCTYPE\s+svg/i.test(beginning)) return 'svg'
  return /^[\s\xef\xbb\xbf\xff\xfe]*</.test(beginning) ? 'html' : null
}

function mediaFormat(bytes: Uint8Array): PictureFormat | Foreign {
  const length = Math.min(256, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
  const brands = [asciiAt(bytes, 8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(asciiAt(bytes, at, at + 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : 'video'
}

const INSTEAD = 'Save it as a JPEG, PNG or WebP, and choose that file.'

const FOREIGN: Readonly<Record<Foreign, string>> = {
  svg: `This is an SVG drawing, which may contain programs. ${INSTEAD}`,
  pdf: `This is a PDF document, not a picture. ${INSTEAD}`,
  heic: 'This is a HEIC photo, as taken by iPhones, which few browsers show. On the phone, choose “Most Compatible” under Settings, Camera, Formats; or export the photo as a JPEG.',
  tiff: `This is a TIFF, which browsers do not show. ${INSTEAD}`,
  bmp: `This is a Windows bitmap. ${INSTEAD}`,
  icon: `This is an icon file. ${INSTEAD}`,
  photoshop: `This is a Photoshop document. ${INSTEAD}`,
  html: `This is a web page or XML, not a picture. ${INSTEAD}`,
  zip: 'This is an archive or an Office document, not a picture. Take the picture out of it, and choose that file.',
  video: 'This is a video, not a picture. Choose a picture.',
}

const UNKNOWN = `This file is not a known kind of picture. ${INSTEAD}`

/** The format of an accepted picture, or the message why it is refused. */
export function readFormat(bytes: Uint8Array): { format: PictureFormat } | { refusal: string } {
  if (bytes.length === 0) return { refusal: 'This file is empty. Choose another one.' }
  const format = formatOf(bytes)
  if (format === null) return { refusal: UNKNOWN }
  return format in FOREIGN ? { refusal: FOREIGN[format as Foreign] } : { format: format as PictureFormat }
}
