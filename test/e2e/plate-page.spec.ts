// The page of one plate: front and rear, at actual size, and from card to page.
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

const PLATE = '/plate/1%20MWS'
const YELLOW = 'rgb(245, 197, 24)'
const WHITE = 'rgb(255, 255, 255)'
const POINTS_PER_MM = 72 / 25.4

const picture = (page: Page) => page.getByRole('article').locator('svg[viewBox="0 0 520 111"]').first()
const colour = (page: Page) =>
  picture(page)
    .locator('rect')
    .evaluate((rect) => getComputedStyle(rect).fill)

test('the plate is as wide as the page allows, and the arrow keys turn it from rear to front', async ({
  page,
}) => {
  await page.goto(PLATE)
  for (const [width, least] of [
    [320, 270],
    [1440, 820],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect((await picture(page).boundingBox())?.width).toBeGreaterThanOrEqual(least)
  }
  await expect.poll(() => colour(page)).toBe(YELLOW)
  await page.getByRole('radio', { name: 'Rear, yellow' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Front, white' })).toBeChecked()
  await expect.poll(() => colour(page)).toBe(WHITE)
})

test('the plate prints at 520 × 111 mm, in two pieces on sheets of A4', async ({ page }) => {
  await page.goto(`${PLATE}/print`)
  for (const [side, rgb] of [
    ['Rear, yellow', [0.9608, 0.7725, 0.0941]],
    ['Front, white', [1, 1, 1]],
  ] as const) {
    await page.getByRole('radio', { name: side }).check()
    const paper = readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect(paper.sizes.map(inMillimetres)).toEqual([
      [297, 210],
      [297, 210],
    ])
    // The window that each sheet opens on the plate, and the 100 mm line to check it by.
    const windows = paper.clips.filter(({ height }) => Math.abs(height - 111) < 0.2)
    expect(windows).toHaveLength(2)
    expect(windows.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(520, 0)
    expect(paper.lines.filter((length) => Math.abs(length - 100) < 0.1).length).toBeGreaterThanOrEqual(2)
    expect(paper.text).toContain(rgb.map((part) => String(part).replace(/^0/, '')).join(' '))
  }
  await page.getByRole('radio', { name: 'Both' }).check()
  expect(readPdf(await page.pdf({ preferCSSPageSize: true })).sizes).toHaveLength(4)
})

const inMillimetres = ([width, height]: [number, number]) => [
  Math.round(width / POINTS_PER_MM),
  Math.round(height / POINTS_PER_MM),
]

/** The sizes of the pages in points; the clips and the straight horizontal lines of their contents in millimetres. */
function readPdf(pdf: Buffer) {
  const source = pdf.toString('latin1')
  const sizes = [...source.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(
    ([, width, height]): [number, number] => [Number(width), Number(height)],
  )
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, data = '']) =>
    inflate(data),
  )
  // Chromium draws in CSS pixels, scaled by one matrix that each `q` saves and each `Q` restores.
  const clips: { width: number; height: number }[] = []
  const lines: number[] = []
  const scales: number[] = []
  let scale = 1
  let from: [number, number] | null = null
  for (const line of streams.flatMap((stream) => ['start', ...stream.split('\n')])) {
    const numbers = line.split(' ').map(Number)
    const operator = line.split(' ').at(-1)
    if (operator === 'start') {
      scales.length = 0
      scale = 1
    } else if (operator === 'q') scales.push(scale)
    else if (operator === 'Q') scale = scales.pop() ?? 1
    else if (operator === 'cm') scale *= Math.abs(numbers[0] ?? 1)
    else if (operator === 're')
      clips.push({
        width: ((numbers[2] ?? 0) * scale) / POINTS_PER_MM,
        height: ((numbers[3] ?? 0) * scale) / POINTS_PER_MM,
      })
    else if (operator === 'm') from = [numbers[0] ?? 0, numbers[1] ?? 0]
    else if (operator === 'l' && from) {
      const to: [number, number] = [numbers[0] ?? 0, numbers[1] ?? 0]
      if (to[1] === from[1]) lines.push((Math.abs(to[0] - from[0]) * scale) / POINTS_PER_MM)
      from = to
    }
  }
  return { sizes, text: streams.join('\n'), clips, lines }
}

function inflate(data: string): string {
  try {
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
  } catch {
    return '' // a font or a picture of another kind
  }
}
