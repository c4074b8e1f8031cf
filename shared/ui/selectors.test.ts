import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** `.text > * + *`: browsers restyle all that is in a parent, on every page, whenever an element comes or goes there. */
const ANY_SIBLING = /[+~] *(?:\*|:(?!is\(|where\())/
/** `tr + tr > td`: the same for the cells of all tables. */
const ALL_IN_A_SIBLING = /[+~] *\w+[ >]+[^.#]*$/

it('does not restyle a table or a page whenever an element comes or goes', () => {
  const sheets = globSync('{app,desk,shared}/**/*.css', { cwd: ROOT })
  const found = sheets.flatMap((sheet) => {
    const css = readFileSync(resolve(ROOT, sheet), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...css.matchAll(/([^{};@]+)\{/g)]
      .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
      .map((selector) => selector.trim())
      .filter((selector) => ANY_SIBLING.test(selector) || ALL_IN_A_SIBLING.test(selector))
      .map((selector) => `${sheet}: ${selector}`)
  })
  expect(sheets.length).toBeGreaterThan(30)
  expect(found).toEqual([])
})
