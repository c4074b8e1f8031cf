/** Pictures for tests, valid and invalid, generated on demand. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

const plain = (width: number, height: number, background = '#f5c518') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

export const jpeg = (width = 2400, height = 1350) => plain(width, height).jpeg().toBuffer()
export const png = (width = 600, height = 400) => plain(width, height).png().toBuffer()
export const webp = (width = 600, height = 400) => plain(width, height).webp().toBuffer()
export const avif = (width = 600, height = 400) => plain(width, height).avif({ effort: 0 }).toBuffer()

/** With all the metadata that a phone writes into a photo, taken upright. */
export const photo = () =>
  plain(1200, 800)
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toBuffer()

/** Noise, which hardly compresses: about 3 bytes per pixel. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

/** A GIF of 1 × 1 pixels with many frames, the first of which is red. */
export function gifOfFrames(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff', 'latin1')
  const frame = (colour: 0 | 1) =>
    Buffer.from(
      `\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02${colour ? '\x4c' : '\x44'}\x01\0`,
      'latin1',
    )
  const rest = frame(1)
  return Buffer.concat([head, frame(0), ...Array.from({ length: frames - 1 }, () => rest), Buffer.from(';')])
}

/** The header of a PNG with any size, followed by a few bytes. */
export function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(head))
    return Buffer.concat([length, head, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

const SCRIPT = '<script>document.title="owned"</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" onload="alert(1)">${SCRIPT}</svg>`

/** Files that are refused by their bytes, whatever their name and declared type, with a part of the message. */
export const FOREIGN_FILES: readonly [name: string, bytes: Buffer, refusal: string][] = [
  ['drawing.svg', Buffer.from(SVG), 'SVG drawing'],
  ['drawing.png', Buffer.from(SVG), 'SVG drawing'],
  ['declared.svg', Buffer.from(`<?xml version="1.0"?>\n<!-- ${' '.repeat(900)} -->\n${SVG}`), 'SVG drawing'],
  ['marked.svg', Buffer.from(`\ufeff${SVG}`, 'utf16le'), 'SVG drawing'],
  ['paper.pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), 'PDF'],
  ['paper.jpg', Buffer.from('junk before it\n%PDF-1.7\n'), 'PDF'],
  ['photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
  ['photo.jpg', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
  ['film.mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), 'video'],
  ['scan.tiff', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'TIFF'],
  ['old.bmp', Buffer.from('BM\x36\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'), 'bitmap'],
  ['favicon.ico', Buffer.from('\0\0\x01\0\x01\0', 'latin1'), 'icon'],
  ['layers.psd', Buffer.from('8BPS\0\x01', 'latin1'), 'Photoshop'],
  ['page.png', Buffer.from(`<!doctype html>${SCRIPT}`), 'web page'],
  ['letter.jpg', Buffer.from('PK\x03\x04\x14\0', 'latin1'), 'archive'],
  ['program.jpg', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'not a known kind of picture'],
  [
    'magick.jpg',
    Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://evil.example"\n'),
    'not a known kind of picture',
  ],
  ['empty.jpg', Buffer.alloc(0), 'empty'],
]
