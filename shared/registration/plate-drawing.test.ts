import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawPlate, type PlateDrawing } from './plate-drawing.ts'
import { parseRegistration } from './registration.ts'

// These tests measure the painted path instead of trusting numbers that the drawing reports.

type Point = [x: number, y: number]

/** The outlines of a path as polygons, curves in 64 steps. */
function polygons(path: string): Point[][] {
  const found: Point[][] = []
  let [x, y] = [0, 0]
  let current: Point[] = []
  const go = (toX: number, toY: number) => {
    ;[x, y] = [toX, toY]
    current.push([x, y])
  }
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const at = (index: number) => n[index] ?? Number.NaN
    if (command === 'M' || command === 'm') {
      current = []
      found.push(current)
      go(command === 'M' ? at(0) : x + at(0), command === 'M' ? at(1) : y + at(1))
    } else if (command === 'h') for (const dx of n) go(x + dx, y)
    else if (command === 'v') for (const dy of n) go(x, y + dy)
    else if (command === 'l') for (let i = 0; i < n.length; i += 2) go(x + at(i), y + at(i + 1))
    else if (command === 'c') {
      for (let i = 0; i < n.length; i += 6) {
        const p: Point[] = [[x, y], ...[0, 2, 4].map((j): Point => [x + at(i + j), y + at(i + j + 1)])]
        for (let step = 1; step <= 64; step++) {
          const t = step / 64
          const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
          const along = (axis: 0 | 1) => weights.reduce((sum, w, k) => sum + w * (p[k]?.[axis] ?? 0), 0)
          go(along(0), along(1))
        }
      }
    } else if (command === 'z') {
      const first = current[0]
      if (first) [x, y] = first
    } else throw new Error(`unknown command ${command}`)
    if (n.some(Number.isNaN)) throw new Error(`unreadable number in ${command}${rest}`)
  }
  return found.filter((polygon) => polygon.length > 1)
}

/** Bounding boxes of the painted characters, in the order of the path. */
function boxes(drawing: PlateDrawing) {
  return drawing.path
    .split(/(?=M)/)
    .filter((part) => part !== '')
    .map((part) => {
      const points = polygons(part).flat()
      const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      return { left, right, top, bottom, width: right - left, height: bottom - top }
    })
}

/** Where a horizontal (or vertical) line through the drawing meets ink, as [from, to], by the nonzero rule. */
function ink(drawing: PlateDrawing, line: { y: number } | { x: number }): [number, number][] {
  const [across, along, at] = 'y' in line ? ([1, 0, line.y] as const) : ([0, 1, line.x] as const)
  const crossings: [position: number, winding: number][] = []
  for (const polygon of polygons(drawing.path)) {
    polygon.forEach((a, index) => {
      const b = polygon[(index + 1) % polygon.length] ?? a
      if (a[across] <= at !== b[across] <= at) {
        const t = (at - a[across]) / (b[across] - a[across])
        crossings.push([a[along] + t * (b[along] - a[along]), a[across] < b[across] ? 1 : -1])
      }
    })
  }
  const runs: [number, number][] = []
  let winding = 0
  let from = 0
  for (const [position, turn] of crossings.sort((a, b) => a[0] - b[0])) {
    if (winding === 0) from = position
    winding += turn
    if (winding === 0 && position - from > 1e-6) runs.push([from, position])
  }
  return runs
}

const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const narrow = (char: string) => char === '1' || char === 'I'
// The measures of SI 2001/561, as plate-design.json has them.
const LAW = { height: 79, width: 50, stroke: 14, gap: 11, groupGap: 33 }

test.each(CHARACTERS)('The character %s fills its box exactly', (char) => {
  const [box, ...others] = boxes(drawPlate(char))
  expect(others).toEqual([])
  expect(box?.width).toBeCloseTo(narrow(char) ? LAW.stroke : LAW.width, 1)
  expect(box?.height).toBeCloseTo(LAW.height, 1)
})

test.each([
  ...[...'BCDEFGHIKLOPQRU016'].map((char) => [char, 'left'] as const),
  ...[...'HIJOU01'].map((char) => [char, 'right'] as const),
])('The character %s has an upright on its %s as wide as the stroke', (char, side) => {
  const drawing = drawPlate(char)
  const [glyph] = drawing.glyphs
  if (!glyph) throw new Error('not drawn')
  // At heights between the bars, where J and K and the bowls are upright too.
  const heights = char === 'K' ? [0.97] : char === 'J' ? [0.3, 0.5] : [0.36]
  for (const share of heights) {
    const runs = ink(drawing, { y: glyph.y + glyph.height * share })
    const [from = 0, to = 0] = (side === 'left' ? runs[0] : runs.at(-1)) ?? []
    expect(to - from).toBeCloseTo(LAW.stroke, 1)
  }
})

test.each(['T', 'Y'])('The character %s has an upright in the middle as wide as the stroke', (char) => {
  const drawing = drawPlate(char)
  const [glyph] = drawing.glyphs
  const [[from, to] = [0, 0]] = ink(drawing, { y: (glyph?.y ?? 0) + LAW.height * 0.9 })
  expect(to - from).toBeCloseTo(LAW.stroke, 1)
  expect((from + to) / 2).toBeCloseTo(drawing.width / 2, 1)
})

test.each([
  ['E', 3],
  ['F', 2],
  ['H', 1],
  ['L', 1],
  ['T', 1],
  ['Z', 2],
  ['B', 3],
  ['P', 2],
  ['S', 3],
  ['3', 3],
  ['5', 3],
  ['6', 3],
  ['8', 3],
  ['9', 3],
  ['O', 2],
  ['C', 2],
  ['A', 1],
  ['4', 1],
])('The character %s has level bars as thick as the stroke, %i of them', (char, count) => {
  const drawing = drawPlate(char)
  const [glyph] = drawing.glyphs
  // Half way across, unless an upright or a diagonal is there.
  const share = char === 'T' ? 0.2 : char === '4' ? 0.42 : 0.5
  const runs = ink(drawing, { x: (glyph?.x ?? 0) + LAW.width * share })
  const bars = runs
    .map(([from, to]) => to - from)
    .filter((thickness) => Math.abs(thickness - LAW.stroke) < 0.6)
  expect(bars.length).toBeGreaterThanOrEqual(count)
})

test('The character 0 is O and 1 is I, as on the road', () => {
  expect(drawPlate('0').path).toBe(drawPlate('O').path)
  expect(drawPlate('1').path).toBe(drawPlate('I').path)
})

// Every shape that a system uses, including the widest, and some with narrow characters.
const REGISTRATIONS: [text: string, hint?: 'JE' | 'GB'][] = [
  ['AB51 ABC'],
  ['DE52 ABC'],
  ['A1 ABC'],
  ['A123 ABC'],
  ['A222 ABC'],
  ['ABC 1A'],
  ['ABC 222A'],
  ['A 1'],
  ['25 O'],
  ['AB 2222'],
  ['2222 AB'],
  ['ABC 222'],
  ['888 XYZ'],
  ['BIL 1'],
  ['ABZ 2222'],
  ['2222 ABZ'],
  ['Q222 ABC'],
  ['QNI 2222'],
  ['22222'],
  ['7'],
  ['22 AB 22'],
  ['AB 22 AB'],
  ['202 D 202'],
  ['J 222222', 'JE'],
  ['JSY 222', 'JE'],
  ['AY 2222'],
  ['MN 2222'],
  ['BMN 222 A'],
  ['BMN 222A', 'GB'],
  ['A 222 MAN'],
  ['A222 MAN', 'GB'],
]

test.each(REGISTRATIONS)('The plate of %s has every legal dimension', (text, hint) => {
  const drawing = drawPlate(text)
  const measured = boxes(drawing)
  const groups = text.split(' ')
  expect(parseRegistration(text, hint)).toMatchObject({ ok: true, registration: { groups } })
  expect(drawing.glyphs.map((glyph) => glyph.char).join('')).toBe(groups.join(''))
  drawing.glyphs.forEach((glyph, index) => {
    const box = measured[index]
    expect(box?.left).toBeCloseTo(glyph.x, 1)
    expect(box?.top).toBeCloseTo(glyph.y, 1)
    expect(box?.width).toBeCloseTo(narrow(glyph.char) ? LAW.stroke : LAW.width, 1)
    expect(box?.height).toBeCloseTo(LAW.height, 1)
  })

  // Gaps: within a group, and between groups, all on one line.
  const firsts = groups.map((_, index) => groups.slice(0, index).join('').length)
  measured.slice(1).forEach((box, index) => {
    const before = measured[index] ?? box
    const gap = firsts.includes(index + 1) ? LAW.groupGap : LAW.gap
    expect(box.left - before.right).toBeCloseTo(gap, 1)
    expect(box.top).toBeCloseTo(before.top, 1)
  })

  // Margins: at least 11 all round, with the line in the middle.
  const left = Math.min(...measured.map((box) => box.left))
  const right = drawing.width - Math.max(...measured.map((box) => box.right))
  expect(left).toBeGreaterThan(10.99)
  expect(left).toBeCloseTo(right, 1)
  const above = Math.min(...measured.map((box) => box.top))
  const below = drawing.height - Math.max(...measured.map((box) => box.bottom))
  expect(above).toBeGreaterThan(10.99)
  expect(above).toBeCloseTo(below, 1)
})

test('Every registration fits the standard plate of 520 by 111', () => {
  for (const [text] of REGISTRATIONS) expect(drawPlate(text)).toMatchObject({ width: 520, height: 111 })
})

test.each([
  ['h34ven', 'H34 VEN'],
  ['H3 4VEN', 'H34 VEN'],
  ['BOR 11 S', 'BOR 11S'],
  ['B OLLO X', 'B OLLO X'],
  ['1RR', '1 RR'],
  ['ab51abc', 'AB51 ABC'],
])('The registration %s is drawn as %s', (typed, text) => {
  expect(drawPlate(typed)).toEqual(drawPlate(text))
})

test.each(REGISTRATIONS.filter(([, hint]) => !hint))(
  'The registration %s without its spaces is drawn with them',
  (text) => {
    expect(drawPlate(text.replaceAll(' ', ''))).toEqual(drawPlate(text))
  },
)

test('Any text is drawn, without the characters that have no glyph', () => {
  expect(drawPlate('a£b–1')).toEqual(drawPlate('A B 1'))
  expect(drawPlate('').path).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const { path, glyphs } = drawPlate(text)
      expect(path).not.toMatch(/NaN|undefined/)
      expect(glyphs.length).toBeLessThanOrEqual(16)
    }),
  )
  expect(drawPlate('ABC'.repeat(50_000)).glyphs).toHaveLength(16)
})
