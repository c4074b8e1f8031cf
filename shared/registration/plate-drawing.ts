// In millimetres, in our own version of the 2001 typeface. Every page loads this file: keep it small.

export interface PlateDrawing {
  width: number
  height: number
  radius: number
  path: string
  glyphs: { char: string; x: number; y: number; width: number; height: number }[]
}

// Outlines in a box of 50 by 79 (1: 14 by 79) from its top left corner. As in the legal typeface, 0 is O, and 1 is I.
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

// Millimetres, from SI 2001/561. It gives no width for 1; ours is as wide as its stroke.
const CHARACTER = { width: 50, narrowWidth: 14, height: 79 }
const GAP = 11
const GROUP_GAP = 33
const MARGIN = 11
const STANDARD_PLATE = { width: 520, height: 111 }

const MAX_LENGTH = 16

// Bounded because visitors choose some of the registrations.
const MAX_DRAWINGS = 1_000
const drawings = new Map<string, PlateDrawing>()

// The lawful spacings, likeliest first. Any other spacing is corrected, because changing it is an offence.
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

/** Characters without a glyph are left out: 'AB51 ABC', 'ab51abc' and 'AB5 1ABC' give the same plate. */
export function drawPlate(registration: string): PlateDrawing {
  const known = drawings.get(registration)
  if (known) return known
  const drawing = draw(registration)
  if (drawings.size === MAX_DRAWINGS) drawings.clear()
  drawings.set(registration, drawing)
  return drawing
}

function draw(registration: string): PlateDrawing {
  const groups = spacing(registration)
  const textWidth = widthOfGroups(groups)
  const width = Math.max(STANDARD_PLATE.width, textWidth + 2 * MARGIN)
  const { height } = STANDARD_PLATE
  const drawing: PlateDrawing = { width, height, radius: 8, path: '', glyphs: [] }
  const y = (height - CHARACTER.height) / 2
  let x = (width - textWidth) / 2
  for (const group of groups) {
    for (const char of group) {
      const charWidth = widthOf(char)
      drawing.path += `M${x} ${y}${outlineOf(char)}`
      drawing.glyphs.push({ char, x, y, width: charWidth, height: CHARACTER.height })
      x += charWidth + GAP
    }
    x += GROUP_GAP - GAP
  }
  return drawing
}

interface PlateColours {
  ground: string
  ink: string
  /** The width of a border in the colour of the characters; null without one. */
  border: number | null
}

const REAR: PlateColours = { ground: '#f5c518', ink: '#111', border: null }
/** The border is as wide as the law lets borders be (SI 2001/561, schedule 2, paragraph 8). */
const TRADE: PlateColours = { ground: '#fff', ink: '#b3121d', border: 5 }

/** Those of the rear plate. Trade plates, which are five figures, have red characters on white and a red border. */
export const plateColours = (registration: string): PlateColours =>
  /^\d{5}$/.test(registration.replace(/\s/g, '')) ? TRADE : REAR

/** Letters and digits alone, from 0, 0. */
export function drawLetters(text: string): Pick<PlateDrawing, 'width' | 'height' | 'path'> {
  let path = ''
  let x = 0
  for (const char of text) {
    path += `M${x} 0${outlineOf(char)}`
    x += widthOf(char) + GAP
  }
  return { width: x - GAP, height: CHARACTER.height, path }
}

function spacing(registration: string): string[] {
  const typed = registration
    .slice(0, MAX_LENGTH)
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

const isNarrow = (char: string) => char === '1' || char === 'I'
const widthOf = (char: string) => (isNarrow(char) ? CHARACTER.narrowWidth : CHARACTER.width)
const outlineOf = (char: string) => GLYPHS[char === '0' ? 'O' : char === 'I' ? '1' : char] ?? ''

function widthOfGroups(groups: string[]): number {
  const chars = groups.join('')
  const gaps = Math.max(0, chars.length - groups.length) * GAP + Math.max(0, groups.length - 1) * GROUP_GAP
  return [...chars].reduce((sum, char) => sum + widthOf(char), gaps)
}
