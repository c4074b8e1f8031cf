// Subsets the typefaces to our characters and weights. Run by hand after a change of either: node scripts/fonts.mjs
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const LETTERS = `${ASCII}£–—‘’“”…·×é\u00a0`

const cuts = [
  {
    from: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    to: 'shared/ui/fonts/newsreader.woff2',
    variationAxes: { opsz: 60, wght: 400 },
    noLayoutClosure: true,
  },
  {
    from: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    to: 'shared/ui/fonts/newsreader-text.woff2',
    variationAxes: { opsz: 18, wght: { min: 400, max: 600 } },
    noLayoutClosure: true,
  },
  {
    from: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    to: 'shared/ui/fonts/public-sans.woff2',
    text: '←→↑↓',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  // For the titles of share images (content/title-outlines.ts).
  {
    from: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    to: 'content/title-face.ttf',
    targetFormat: 'sfnt',
    variationAxes: { opsz: 60, wght: 400 },
    noLayoutClosure: true,
  },
]

for (const { from, to, text = '', ...options } of cuts) {
  const source = await readFile(new URL(import.meta.resolve(from)))
  const cut = await subsetFont(source, LETTERS + text, { targetFormat: 'woff2', ...options })
  await writeFile(new URL(`../${to}`, import.meta.url), cut)
  console.log(`${to}: ${(cut.length / 1024).toFixed(1)} kB`)
}
