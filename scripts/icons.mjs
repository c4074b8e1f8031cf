// Draws the site's icons from its logo. Run by hand when the logo changes: node scripts/icons.mjs
import { writeFile } from 'node:fs/promises'
import { renderAsync } from '@resvg/resvg-js'
import { LOGO } from '#shared/ui/logo-drawing.ts'

const { height, path, strokeWidth, plate, ink } = LOGO

/** @param fill the letters' share of the side @param radius the corners' share */
function square({ fill, radius }) {
  const inked = { left: 7.3, right: 39.7 } // the letters with their strokes, in the logo's units
  const scale = (44 * fill) / (inked.right - inked.left)
  const x = round(22 - (scale * (inked.left + inked.right)) / 2)
  const y = round(22 - (scale * height) / 2)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44">` +
    `<rect width="44" height="44" rx="${round(44 * radius)}" fill="${plate}"/>` +
    `<path transform="translate(${x} ${y}) scale(${round(scale)})" d="${path}" fill="none" stroke="${ink}" ` +
    `stroke-width="${strokeWidth}" stroke-linejoin="round"/></svg>\n`
  )
}

const round = (value) => Math.round(value * 100) / 100

async function png(svg, size) {
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  })
  return picture.asPng()
}

function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach(({ size, data }, index) => {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(data.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += data.length
  })
  return Buffer.concat([head, ...images.map(({ data }) => data)])
}

const rounded = square({ fill: 0.8, radius: 0.2 })
// Phones round the corners; a maskable icon stays within the safe circle of 80 %.
const full = square({ fill: 0.72, radius: 0 })
const masked = square({ fill: 0.62, radius: 0 })

const sizes = await Promise.all([16, 32, 48].map(async (size) => ({ size, data: await png(rounded, size) })))
const files = {
  'icon.svg': rounded,
  'favicon.ico': ico(sizes),
  'apple-touch-icon.png': await png(full, 180),
  'icon-192.png': await png(rounded, 192),
  'icon-512.png': await png(rounded, 512),
  'icon-maskable-192.png': await png(masked, 192),
  'icon-maskable-512.png': await png(masked, 512),
}
for (const [name, content] of Object.entries(files)) {
  await writeFile(new URL(`../public/${name}`, import.meta.url), content)
  process.stdout.write(`${name}: ${content.length} bytes\n`)
}
