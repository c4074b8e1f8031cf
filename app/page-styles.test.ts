import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(file, 'utf8')

/** Style sheets by name: that of every page, then those of features in the order of the cascade. */
const sheets = new Map(
  [
    ...importsOf(`${ROOT}/app/base.css`, /@import "(\.[^"]+)"/g),
    ...importsOf(`${ROOT}/app/app.css`, /@import "(\.[^"]+)"/g),
  ].map((file) => [basename(file, '.css'), classesOf(read(file))]),
)
const ALWAYS = ['theme', 'ui', 'header', 'shortlist-button', 'controls', 'print']

const routes = globSync(`${ROOT}/app/**/*.tsx`).flatMap((file) => {
  const list = read(file).match(/^export const handle: PageHandle = \{\s*styles: \[([^\]]*)\]/m)?.[1]
  return list === undefined
    ? []
    : [{ file, styles: [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name) }]
})

describe('the style sheets that a route names', () => {
  it('are known, and in the order of the cascade', () => {
    const order = [...sheets.keys()]
    for (const { file, styles } of routes) {
      expect(styles, file).toEqual(order.filter((name) => styles.includes(name)))
    }
    expect(routes.length).toBeGreaterThan(10)
  })

  it.each(routes)('have every class that its modules use: $file', ({ file, styles }) => {
    const has = [...ALWAYS, ...styles]
    const isThere = (name: string) => has.some((sheet) => sheets.get(sheet)?.has(name))
    const used = new Set([...modulesOf(file)].flatMap((module) => classNamesIn(read(module))))
    const lacking = [...sheets].flatMap(([sheet, classes]) =>
      has.includes(sheet)
        ? []
        : [...classes].filter((name) => used.has(name) && !isThere(name)).map((name) => `${sheet}: ${name}`),
    )
    expect(lacking).toEqual([])
  })
})

/** The first class of each selector, which is that of the element or of what surrounds it. */
function classesOf(css: string): Set<string> {
  const heads = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return new Set(
    [...heads].flatMap(([, head = '']) => {
      const utility = head.match(/@utility ([\w-]+)/)?.[1]
      if (utility) return [utility]
      if (/^\s*[@&]/.test(head)) return []
      return head.split(',').flatMap((selector) => selector.match(/\.([a-z][\w-]*)/)?.[1] ?? [])
    }),
  )
}

function importsOf(file: string, pattern: RegExp): string[] {
  return [...read(file).matchAll(pattern)].flatMap(([, path = '']) => {
    const target = path.startsWith('#') ? `${ROOT}/${path.slice(1)}` : resolve(dirname(file), path)
    return existsSync(target) ? [target] : []
  })
}

/** A module and all of the site and the ground floor that it imports, now or later. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of importsOf(
    file,
    /(?:^import (?!type)[^']*|^\} from |import\()'((?:\.|#app|#shared)[^']+\.tsx?)'/gm,
  ))
    modulesOf(next, found)
  return found
}

const classNamesIn = (source: string): string[] =>
  [...source.matchAll(/class(?:Name)?(?:=|: )("[^"]*"|\{[^}]*\}|\[[^\]]*\]|'[^']*')/g)].flatMap(
    ([, value = '']) => value.match(/[a-z][\w-]*/g) ?? [],
  )
