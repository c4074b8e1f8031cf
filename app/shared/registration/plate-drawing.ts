// A registration as it stands on a plate: in millimetres, to the measures of the law, in a letterform of our own in the
// manner of the 2001 type. Every page carries this file, so it knows neither places nor periods.

export type Layout = 'one-line' | 'two-line' | 'motorcycle'

export interface PlateDrawing {
  width: number
  height: number
  /** Of the corners; the law is silent, the trade rounds them. */
  radius: number
  /** All the characters as one path, to be filled by the nonzero rule. */
  path: string
  glyphs: { char: string; x: number; y: number; width: number; height: number }[]
}

// Outlines in a box of 50 by 79 (1: 14 by 79) from its top left corner, strokes of 14 and relative commands only.
// 0 and O are one shape, and so are 1 and I: the law's type knows no difference either.
const GLYPHS: Record<string, string> = {
  1: 'h14v79h-14z',
  2: 'm0 22.5c0-13.5 9-22.5 23-22.5h4c14 0 23 9 23 23 0 9-3 14-8 19l-22 23h30v14h-50v-14l32-32c3-3 4-6 4-10 0-5.5-3.5-9-9-9h-4c-5.5 0-9 3.5-9 8.5z',
  3: 'm0 22.5c0-13.5 9-22.5 23-22.5h4c14 0 23 9 23 22 0 6.5-2.5 13-6 16.5 3.5 3.5 6 10.5 6 17.5 0 14-9 23-23 23h-4c-14 0-23-9-23-22.5h14c0 5 3.5 8.5 9 8.5h4c5.5 0 9-4 9-9.5 0-5.5-3.5-9.5-9-9.5h-9v-14h9c5.5 0 9-3.5 9-9 0-5.5-3.5-9-9-9h-4c-5.5 0-9 3.5-9 8.5z',
  4: 'm24 0h19v48h7v14h-7v17h-14v-17h-29v-13zm5 48v-26l-13 26z',
  5: 'h50v14h-36v14h13c14 0 23 9 23 23v5c0 14-9 23-23 23h-4c-14 0-23-9-23-22.5h14c0 5 3.5 8.5 9 8.5h4c5.5 0 9-3.5 9-9v-5c0-5.5-3.5-9-9-9h-27z',
  6: 'm50 22.5h-14c0-5-4.5-8.5-11-8.5-6.5 0-11 4.5-11 11v5h13c14 0 23 9 23 23v1c0 15-10 25-25 25-15 0-25-10-25-25v-29c0-15 10-25 25-25 15 0 25 9 25 22.5zm-27 21.5c-5.5 0-9 3.5-9 9v1c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11v-1c0-5.5-3.5-9-9-9z',
  7: 'h50v13l-25 66h-15l24.5-65h-34.5z',
  8: 'm23 0h4c13 0 22 9 22 22 0 6.5-2 13-5 16.5 3.5 3.5 6 10.5 6 17.5 0 14-9 23-23 23h-4c-14 0-23-9-23-23 0-7 2.5-14 6-17.5-3-3.5-5-10-5-16.5 0-13 9-22 22-22zm1 14c-5.5 0-9 3.5-9 9 0 5.5 3.5 9 9 9h2c5.5 0 9-3.5 9-9 0-5.5-3.5-9-9-9zm-1 32c-5.5 0-9 4-9 9.5 0 5.5 3.5 9.5 9 9.5h4c5.5 0 9-4 9-9.5 0-5.5-3.5-9.5-9-9.5z',
  9: 'm0 56.5h14c0 5 4.5 8.5 11 8.5 6.5 0 11-4.5 11-11v-5h-13c-14 0-23-9-23-23v-1c0-15 10-25 25-25 15 0 25 10 25 25v29c0 15-10 25-25 25-15 0-25-9-25-22.5zm27-21.5c5.5 0 9-3.5 9-9v-1c0-6.5-4.5-11-11-11-6.5 0-11 4.5-11 11v1c0 5.5 3.5 9 9 9z',
  A: 'm16 0h18l16 79h-14l-3-15h-16l-3 15h-14zm9 27l-5 23h10z',
  B: 'h25c14 0 23 9 23 22 0 6.5-2 13-5 16.5 4 3.5 7 10.5 7 17.5 0 14-9 23-23 23h-27zm14 14v18h11c5.5 0 9-3.5 9-9 0-5.5-3.5-9-9-9zm0 32v19h13c5.5 0 9-4 9-9.5 0-5.5-3.5-9.5-9-9.5z',
  C: 'm50 25h-14c0-6.5-4.5-11-11-11-6.5 0-11 4.5-11 11v29c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11h14c0 15-10 25-25 25-15 0-25-10-25-25v-29c0-15 10-25 25-25 15 0 25 10 25 25z',
  D: 'h25c15 0 25 10 25 25v29c0 15-10 25-25 25h-25zm14 14v51h11c6.5 0 11-4.5 11-11v-29c0-6.5-4.5-11-11-11z',
  E: 'h50v14h-36v18h31v14h-31v19h36v14h-50z',
  F: 'h50v14h-36v18h31v14h-31v33h-14z',
  G: 'm50 25h-14c0-6.5-4.5-11-11-11-6.5 0-11 4.5-11 11v29c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11v-3h-11v-14h25v17c0 15-10 25-25 25-15 0-25-10-25-25v-29c0-15 10-25 25-25 15 0 25 10 25 25z',
  H: 'h14v32h22v-32h14v79h-14v-33h-22v33h-14z',
  J: 'm36 0h14v54c0 15-10 25-25 25-15 0-25-10-25-25v-3h14v3c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11z',
  K: 'h14v30l19-30h17l-23 36 23 43h-16l-15.5-29-4.5 7v22h-14z',
  L: 'h14v65h36v14h-50z',
  M: 'h13l12 28 12-28h13v79h-14v-50l-9 22h-4l-9-22v50h-14z',
  N: 'h14l22 47v-47h14v79h-14l-22-47v47h-14z',
  O: 'm0 25c0-15 10-25 25-25 15 0 25 10 25 25v29c0 15-10 25-25 25-15 0-25-10-25-25zm14 0v29c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11v-29c0-6.5-4.5-11-11-11-6.5 0-11 4.5-11 11z',
  P: 'h26c14.5 0 24 9.5 24 24 0 14.5-9.5 24-24 24h-12v31h-14zm14 14v20h12c6 0 10-4 10-10 0-6-4-10-10-10z',
  Q: 'm0 25c0-15 10-25 25-25 15 0 25 10 25 25v29c0 6-2 13-5 17l5 8h-25c-15 0-25-10-25-25zm14 0v29c0 6.5 4.5 11 11 11h4l-5-7 12-9v-24c0-6.5-4.5-11-11-11-6.5 0-11 4.5-11 11z',
  R: 'h27c14 0 23 9 23 23 0 14-9 23-23 23h-13v33h-14zm14 14v18h13c5.5 0 9-3.5 9-9 0-5.5-3.5-9-9-9zm5 30h16l15 35h-15.5z',
  S: 'm50 22.5h-14c0-5-3.5-8.5-9-8.5h-4c-5.5 0-9 3.5-9 9 0 5.5 3.5 9 9 9h4c14 0 23 9.5 23 23.5 0 14-9 23.5-23 23.5h-4c-14 0-23-9-23-22.5h14c0 5 3.5 8.5 9 8.5h4c5.5 0 9-4 9-9.5 0-5.5-3.5-9.5-9-9.5h-4c-14 0-23-9-23-23 0-14 9-23 23-23h4c14 0 23 9 23 22.5z',
  T: 'h50v14h-18v65h-14v-65h-18z',
  U: 'h14v54c0 6.5 4.5 11 11 11 6.5 0 11-4.5 11-11v-54h14v54c0 15-10 25-25 25-15 0-25-10-25-25z',
  V: 'h14l11 52 11-52h14l-16 79h-18z',
  W: 'm50 79h-13l-12-28-12 28h-13v-79h14v50l9-22h4l9 22v-50h14z',
  X: 'h15.5l9.5 22 9.5-22h15.5l-17.5 39.5 17.5 39.5h-15.5l-9.5-22-9.5 22h-15.5l17.5-39.5z',
  Y: 'h15l10 25 10-25h15l-18 45v34h-14v-34z',
  Z: 'h50v14l-33.5 51h33.5v14h-50v-14l33.5-51h-33.5z',
}

// The straight letters of the motorcycle size, 44 by 64 with strokes of 10; warp() makes the others from those above.
const SMALL_GLYPHS: Record<string, string> = {
  4: 'm22 0h15v39h7v10h-7v15h-10v-15h-27v-9zm5 39v-27.5l-15 27.5z',
  7: 'h44v9.5l-23 54.5h-11l23-54h-33z',
  A: 'm15.5 0h13l15.5 64h-10.5l-3-13h-17l-3 13h-10.5zm6.5 16.5l-6 24.5h12z',
  K: 'h10v28l21.5-28h12.5l-22 28.5 22 35.5h-12l-16.5-27-5.5 7v20h-10z',
  M: 'h9.5l12.5 24 12.5-24h9.5v64h-10v-43.5l-10 19.5h-4l-10-19.5v43.5h-10z',
  N: 'h10l24 43v-43h10v64h-10l-24-43v43h-10z',
  V: 'h10.5l11.5 47.5 11.5-47.5h10.5l-15.5 64h-13z',
  W: 'm44 64h-9.5l-12.5-24-12.5 24h-9.5v-64h10v43.5l10-19.5h4l10 19.5v-43.5h10z',
  X: 'h11.5l10.5 20.5 10.5-20.5h11.5l-16.5 32 16.5 32h-11.5l-10.5-20.5-10.5 20.5h-11.5l16.5-32z',
  Y: 'h11l11 24 11-24h11l-17 37v27h-10v-27z',
  Z: 'h44v10l-31.5 44h31.5v10h-44v-10l31.5-44h-31.5z',
}

interface Measures {
  width: number
  narrow: number
  height: number
  gap: number
  groupGap: number
  lineGap: number
}

// SI 2001/561: cars, and the smaller size of motorcycles. The narrow 1 is as wide as its stroke (our reading).
const STANDARD: Measures = { width: 50, narrow: 14, height: 79, gap: 11, groupGap: 33, lineGap: 19 }
const SMALL: Measures = { width: 44, narrow: 10, height: 64, gap: 10, groupGap: 30, lineGap: 13 }
const MARGIN = 11

// The trade's blanks. A motorcycle's is the smallest that takes four characters abreast and two lines.
const BLANKS: Record<Layout, [width: number, height: number]> = {
  'one-line': [520, 111],
  'two-line': [285, 203],
  motorcycle: [228, 163],
}

// No mark is longer; what else may be typed is drawn this far.
const LONGEST = 16

// The same plates are drawn for page after page. Strangers choose some of them, so that not all can be kept.
const MOST_DRAWINGS = 1_000
const drawings = new Map<string, PlateDrawing>()

// How marks may be spaced, likeliest first. Anything else typed is put right, because to re-space a mark is unlawful.
const SPACINGS = [
  /^(\d{3})([DX])(\d{3})$/,
  /^(MAN|[A-Z]MN)(\d{1,3})([A-Z])$/,
  /^([A-Z])(\d{1,3})(MAN)$/,
  /^([A-Z]{2}\d\d|[A-Z]\d{1,3})([A-Z]{3})$/,
  /^([A-Z]{3})(\d{1,3}[A-Z])$/,
  /^([A-Z]{1,3})(\d{1,6})$/,
  /^(\d{1,4})([A-Z]{1,3})$/,
  /^(\d\d)([A-Z]{2})(\d\d)$/,
  /^([A-Z]{2})(\d\d)([A-Z]{2})$/,
  /^(\d{1,5})$/,
]

/**
 * Draws any text: characters without a glyph are left out, nothing throws.
 *   'AB51 ABC' → 520 by 111, two groups of 4 and 3     'ab51abc', 'AB5 1ABC' → the same
 */
export function drawPlate(
  registration: string,
  { layout = 'one-line' }: { layout?: Layout } = {},
): PlateDrawing {
  const key = `${layout} ${registration}`
  const known = drawings.get(key)
  if (known) return known
  const drawing = draw(registration, layout)
  if (drawings.size === MOST_DRAWINGS) drawings.clear()
  drawings.set(key, drawing)
  return drawing
}

function draw(registration: string, layout: Layout): PlateDrawing {
  const size = layout === 'motorcycle' ? SMALL : STANDARD
  const groups = spacing(registration)
  const lines = layout === 'one-line' ? [groups] : inTwo(groups, size)
  const widths = lines.map((line) => lineWidth(line, size))
  const [blankWidth, height] = BLANKS[layout]
  const width = Math.max(blankWidth, ...widths.map((line) => line + 2 * MARGIN))

  const drawing: PlateDrawing = { width, height, radius: 8, path: '', glyphs: [] }
  let y = (height - lines.length * size.height - (lines.length - 1) * size.lineGap) / 2
  lines.forEach((line, index) => {
    let x = (width - (widths[index] ?? 0)) / 2
    for (const group of line) {
      for (const char of group) {
        const charWidth = widthOf(char, size)
        const outline = size === SMALL ? (SMALL_GLYPHS[char] ?? warp(char)) : outlineOf(char)
        drawing.path += `M${x} ${y}${outline}`
        drawing.glyphs.push({ char, x, y, width: charWidth, height: size.height })
        x += charWidth + size.gap
      }
      x += size.groupGap - size.gap
    }
    y += size.height + size.lineGap
  })
  return drawing
}

function spacing(registration: string): string[] {
  const typed = registration
    .slice(0, LONGEST)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  const compact = typed.join('')
  const lawful = SPACINGS.flatMap((pattern) => {
    const match = pattern.exec(compact)
    return match ? [match.slice(1)] : []
  })
  return lawful.find((groups) => groups.join(' ') === typed.join(' ')) ?? lawful[0] ?? typed
}

/** Breaks between groups where the longer line comes out shortest. */
function inTwo(groups: string[], size: Measures): string[][] {
  const breaks = groups.slice(1).map((_, index) => [groups.slice(0, index + 1), groups.slice(index + 1)])
  const longer = (lines: string[][]) => Math.max(...lines.map((line) => lineWidth(line, size)))
  return breaks.sort((a, b) => longer(a) - longer(b))[0] ?? [groups]
}

const isNarrow = (char: string) => char === '1' || char === 'I'
const widthOf = (char: string, size: Measures) => (isNarrow(char) ? size.narrow : size.width)
const outlineOf = (char: string) => GLYPHS[char === '0' ? 'O' : char === 'I' ? '1' : char] ?? ''

function lineWidth(line: string[], size: Measures): number {
  const chars = line.join('')
  const gaps =
    Math.max(0, chars.length - line.length) * size.gap + Math.max(0, line.length - 1) * size.groupGap
  return [...chars].reduce((sum, char) => sum + widthOf(char, size), gaps)
}

// The small size is narrower in its strokes than in its box, so it is no scaling of the other: each axis is stretched
// between the edges of the strokes, where the bar of a character lies at its own height.
const BARS: Record<string, number> = { G: 37, P: 34, 5: 28, 6: 30, 9: 35 }

function warp(char: string): string {
  const bar = BARS[char] ?? 32
  const smallBar = ((bar + 7) * SMALL.height) / STANDARD.height - 5
  const axes = [
    stretch([0, 14, 18, 32, 36, 50], [0, 10, 17, 27, 34, 44]),
    stretch([0, 14, bar, bar + 14, 65, 79], [0, 10, smallBar, smallBar + 10, 54, 64]),
  ] as const
  const at: [x: number, y: number] = [0, 0]
  const start: [x: number, y: number] = [0, 0]
  return outlineOf(char).replace(/([a-z])([^a-z]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    // The offsets of a curve all count from where it starts, every other command's from the point before.
    const stride = command === 'c' ? 6 : command === 'h' || command === 'v' ? 1 : 2
    const out: number[] = []
    for (let i = 0; i < numbers.length; i += stride) {
      const from: typeof at = [...at]
      numbers.slice(i, i + stride).forEach((offset, index) => {
        const axis = command === 'v' ? 1 : index % 2 === 0 ? 0 : 1
        at[axis] = from[axis] + offset
        out.push(+(axes[axis](at[axis]) - axes[axis](from[axis])).toFixed(2))
      })
    }
    const [target, source] = command === 'z' ? [at, start] : [start, at]
    if (command === 'z' || command === 'm') [target[0], target[1]] = source
    return command + out.join(' ')
  })
}

const stretch = (from: number[], to: number[]) => (value: number) => {
  const end = Math.max(
    1,
    from.findIndex((knot) => value <= knot),
  )
  const [a = 0, b = 1, c = 0, d = 1] = [from[end - 1], from[end], to[end - 1], to[end]]
  return c + ((value - a) / (b - a)) * (d - c)
}
