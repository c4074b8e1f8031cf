import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Tokens = ReadonlyMap<string, string>

const tokensIn = (css = ''): [name: string, hex: string][] =>
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex])

/** The tokens of the theme, and amber, which only the calculator has. */
function readTokens(): Record<'light' | 'dark', Tokens> {
  const sources = [read('shared/ui/theme.css'), read('app/features/calculator/calculator.css')]
  const parts = sources.map((css) => css.split('@media (prefers-color-scheme: dark)'))
  const light = parts.flatMap(([before]) => tokensIn(before))
  const dark = parts.flatMap(([, after]) => tokensIn(after))
  return { light: new Map(light), dark: new Map([...light, ...dark]) }
}

type Rgb = [number, number, number]

function rgbOf(tokens: Tokens, name: string): Rgb {
  const [, digits = ''] = tokens.get(name)?.match(/^#(.*)$/) ?? []
  const hex = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  if (!/^[0-9a-f]{6}$/.test(hex)) throw new Error(`There is no token ${name}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

const luminance = (rgb: Rgb) =>
  rgb
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** `ink 7% on paper` is what `color-mix(in srgb, var(--color-ink) 7%, transparent)` looks like on paper. */
function groundOf(tokens: Tokens, ground: string): Rgb {
  const [, over = '', percent, under = ''] = ground.match(/^(\S+) (\d+)% on (\S+)$/) ?? []
  if (!percent) return rgbOf(tokens, ground)
  const [top, bottom] = [rgbOf(tokens, over), rgbOf(tokens, under)]
  const part = Number(percent) / 100
  return top.map((value, index) => value * part + (bottom[index] ?? 0) * (1 - part)) as Rgb
}

const TEXT_ON_GROUNDS: Record<string, readonly string[]> = {
  ink: [
    'paper',
    'panel',
    'line',
    'ink 9% on paper',
    'ink 7% on panel',
    'plate 35% on paper',
    'green 18% on panel',
  ],
  quiet: ['paper', 'panel', 'ink 5% on paper', 'plate 9% on paper'],
  green: ['paper', 'panel', 'ink 6% on paper', 'ink 7% on panel'],
  red: ['paper', 'panel'],
  amber: ['paper', 'panel'],
  'on-green': ['green'],
  'plate-ink': ['plate'],
  paper: ['ink'],
  'on-closing': ['closing'],
}

test.each(
  (['light', 'dark'] as const).flatMap((scheme) =>
    Object.entries(TEXT_ON_GROUNDS).flatMap(([text, grounds]) =>
      grounds.map((ground) => [text, ground, scheme] as const),
    ),
  ),
)('%s on %s has the contrast of WCAG AA in the %s scheme', (text, ground, scheme) => {
  const tokens = readTokens()[scheme]
  expect(contrastOf(rgbOf(tokens, text), groundOf(tokens, ground))).toBeGreaterThanOrEqual(4.5)
})

test('the outline of the focus stands out from every ground, by its yellow or by the black around it', () => {
  for (const tokens of Object.values(readTokens()))
    for (const ground of ['paper', 'panel', 'green', 'closing'])
      expect(
        Math.max(
          ...['plate', 'plate-ink'].map((part) => contrastOf(rgbOf(tokens, part), rgbOf(tokens, ground))),
        ),
      ).toBeGreaterThanOrEqual(3)
})

/** Files that state colours of their own, and why they may. */
const OWN_COLOURS: Record<string, string> = {
  'shared/ui/theme.css': 'declares the tokens',
  'app/features/calculator/calculator.css': 'declares amber, which is checked above',
  'app/root.tsx': 'the colour of the browser’s own bars cannot be a variable',
  'app/features/seo/manifest.ts': 'a manifest has no variables',
  'app/shared/og-image/og-image.server.ts': 'a picture without a style sheet',
  'shared/ui/logo-drawing.ts': 'a picture without a style sheet',
  'shared/registration/plate-drawing.ts': 'a number plate has the colours of the law in every scheme',
  'shared/ui/plate-face.tsx': 'a number plate is yellow and black in every scheme',
  'app/features/plates/plate-sheet.tsx': 'a number plate is yellow or white in every scheme',
  'app/features/sales/strip-plate-face.tsx': 'a number plate of Jersey is white in every scheme',
  'app/features/plates/plate-page.css': 'the white of a plate, and paper',
  'app/shared/ui/print.css': 'paper is white in every scheme',
  'app/features/home/home.css': 'a mask has no colour: only its opacity counts',
  'app/shared/ui/header.css': 'the darkening behind a dialog',
  'app/features/sales/sales.css': 'the darkening behind a dialog, and a shadow',
  'desk/app/features/sign-in/sign-in.css': 'a QR code is black on white in every scheme',
  'desk/app/desk.css': 'a shadow',
  'desk/app/ui/ledger.css': 'the darkening behind a dialog',
  'desk/app/features/deals/document.css': 'paper is white in every scheme',
}

const COLOUR =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?:color|background|fill|stroke|border|outline)[^:;{}"]*(?::|=")\s*(?:black|white|red|green|blue|yellow|orange|amber|gr[ae]y|silver)\b|\b(?:text|bg|border|fill|stroke|from|via|to|ring|divide|outline|decoration|accent|caret|shadow)-(?:black|white|(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3}|\[#)/i

/** Without imports such as '#shared/…', entities, anchors and names of private fields, which also begin with #. */
const statesColour = (file: string) =>
  read(file)
    .split('\n')
    .some((line) => COLOUR.test(line.replaceAll(/['"`(]#[a-z-]+\/|&#\w+;|href="#[^"]*"|this\.#\w+/gi, '')))

test('no style or component states a colour of its own, except those that must', () => {
  const files = ['app', 'desk/app', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/.')),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(statesColour).sort()).toEqual(Object.keys(OWN_COLOURS).sort())
})
