import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { avif, gifOfFrames, jpeg, noise, photo, png, pngHeader, webp } from '#test/make-pictures.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { createResizer, type MadePicture, type Refusal } from './resizer.ts'

const LIMIT_MS = 100_000

/** Generous, because the child process has a low priority and the test machine is busy. */
const resize = createResizer(undefined, LIMIT_MS)

function made(answer: MadePicture | Refusal): MadePicture {
  if ('refusal' in answer) throw new Error(answer.refusal)
  return answer
}

const refusalOf = (answer: MadePicture | Refusal) => ('refusal' in answer ? answer.refusal : 'made')

async function sizesOf(answer: MadePicture | Refusal) {
  const sizes = made(answer).files.map(async ({ name, mediaType, content }) => {
    const { format, width, height } = await sharp(content).metadata()
    expect(mediaType).toBe(`image/${format}`)
    return `${name} ${width} × ${height}`
  })
  return Promise.all(sizes)
}

test('a picture gets two widths and a share image', async () => {
  expect(await sizesOf(await resize(await jpeg(2400, 1350)))).toEqual([
    '1600 1600 × 900',
    '800 800 × 450',
    'share 1200 × 675',
  ])
})

test('of the files of a small picture only the share image is enlarged', async () => {
  for (const small of [await png(600, 400), await webp(600, 400), await avif(600, 400)])
    expect(await sizesOf(await resize(small))).toEqual([
      '1600 600 × 400',
      '800 600 × 400',
      'share 1200 × 675',
    ])
})

test('a tall strip is at most twice as high as wide', async () => {
  expect(await sizesOf(await resize(await png(100, 9_000)))).toEqual([
    '1600 36 × 3200',
    '800 18 × 1600',
    'share 1200 × 675',
  ])
})

test.each([
  [1, 60_000],
  [60_000, 1],
])('a strip of %i × %i is cropped before it is enlarged, not after', async (width, height) => {
  expect((await sizesOf(await resize(await png(width, height)))).at(-1)).toBe('share 1200 × 675')
})

test('a photo is rotated upright, and its camera, location and profile are removed', async () => {
  const original = await photo()
  expect(original.includes('SecretCamera')).toBe(true)
  const { width, height, files } = made(await resize(original))
  expect([width, height]).toEqual([800, 1200])
  for (const { content } of files) {
    const { exif, icc, xmp, iptc, orientation, space } = await sharp(content).metadata()
    expect({ exif, icc, xmp, iptc, orientation, space }).toEqual({ space: 'srgb' })
    expect(Buffer.from(content).includes('SecretCamera')).toBe(false)
  }
})

test('only the first of 10,000 frames of a picture is used, and the others are never decoded', async () => {
  const { files } = made(await resize(gifOfFrames(10_000)))
  const { data } = await sharp(files[0]?.content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(240)
})

test('a picture of 60 megapixels is made smaller', async () => {
  expect(await sizesOf(await resize(await jpeg(10_000, 6_000)))).toEqual([
    '1600 1600 × 960',
    '800 800 × 480',
    'share 1200 × 675',
  ])
})

test.each([
  [10_000, 10_000, '100 megapixels'],
  [100_000, 100_000, '10000 megapixels'],
])(
  'a picture with a header of %i × %i is refused before a pixel is decoded',
  async (width, height, words) => {
    expect(refusalOf(await resize(pngHeader(width, height)))).toContain(words)
  },
)

test.each([
  ['JPEG', () => jpeg(1600, 1200), 0.5],
  ['PNG', () => noise(200, 200), 0.6],
  ['WebP', () => webp(1600, 1200), 0.5],
  ['AVIF', () => avif(1600, 1200), 0.6],
  ['JPEG after its first bytes', () => jpeg(1600, 1200), 0.01],
])('a truncated picture of the type %s is refused', async (_, make, part) => {
  const whole = await make()
  expect(refusalOf(await resize(whole.subarray(0, Math.ceil(whole.length * part))))).toContain(
    'damaged or incomplete',
  )
})

test('a picture of a million colours still fits into one request', async () => {
  const { files } = made(await resize(await noise(1800, 3600)))
  expect(files.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(5_500_000)
})

test('a picture that takes too long is aborted, and the next one is processed', async () => {
  const hasty = createResizer(undefined, 1)
  expect(refusalOf(await hasty(await jpeg()))).toContain('takes too long')
  expect((await resize(await png())) as MadePicture).toMatchObject({ width: 600 })
})

test('a few pictures wait in a queue, and more are refused', async () => {
  const picture = await png(8, 8)
  const busy = createResizer()
  const answers = await Promise.all(Array.from({ length: 6 }, () => busy(picture)))
  expect(answers.map((answer) => 'refusal' in answer)).toEqual([false, false, false, false, true, true])
})

test('the environment of the process that resizes pictures contains nothing of the site', async () => {
  vi.stubEnv('METRICS_TOKEN', 'a secret')
  const script = join(temporaryFolder(), 'tell.mjs')
  writeFileSync(
    script,
    `process.once('message', () => process.send({ refusal: Object.keys(process.env).join() }, () => process.disconnect()))`,
  )
  const told = refusalOf(await createResizer(pathToFileURL(script))(await png(8, 8)))
  expect(told).toContain('PATH')
  expect(told).not.toContain('TOKEN')
})

test('a crashed process that resizes pictures does not affect the site', async () => {
  const script = join(temporaryFolder(), 'die.mjs')
  writeFileSync(script, `process.once('message', () => process.kill(process.pid, 'SIGSEGV'))`)
  expect(refusalOf(await createResizer(pathToFileURL(script))(await png(8, 8)))).toContain(
    'cannot be prepared',
  )
})
