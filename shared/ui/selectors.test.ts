import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * `.text > * + *`, or the cells of `tr + tr`: for a rule that names no class or tag of its own after `+` or `~`, browsers restyle
 * all that is in the parent, on every page, whenever an element comes or goes there. `:not(:first-child)` says the same.
 */
const RESTYLES_PARENT = /[+~] *(?:\*|:(?!is\(|where\()|\w+ [^,]*(?:\*|:(?:is|where)\([^)]*\)|\b(?:td|th))$)/

it('does not restyle a table or a page whenever an element comes or goes', () => {
  const sheets = globSync('{app,desk,shared}/**/*.css', { cwd: ROOT })
  const found = sheets.flatMap((sheet) => {
    const css = readFileSync(resolve(ROOT, sheet), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...css.matchAll(/([^{};@]+)\{/g)]
      .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
      .map((selector) => selector.trim())
      .filter((selector) => RESTYLES_PARENT.test(selector))
      .map((selector) => `${sheet}: ${selector}`)
  })
  expect(sheets.length).toBeGreaterThan(30)
  expect(found).toEqual([])
})
