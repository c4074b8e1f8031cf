import { expect, it } from 'vitest'
import { DEALS } from '#test/mutants/deals.ts'
import { DRAWN } from '#test/mutants/drawn.ts'
import { INTERFACE } from '#test/mutants/interface.ts'
import { RULES } from '#test/mutants/rules.ts'
import { productFiles } from './mutants/product-files.ts'

const MUTANTS = [...RULES, ...DEALS, ...INTERFACE, ...DRAWN]

it('there are 168 mutants, each with a title of its own', () => {
  expect([RULES.length, DEALS.length, INTERFACE.length, DRAWN.length]).toEqual([80, 28, 20, 40])
  expect(new Set(MUTANTS.map(({ title }) => title)).size).toBe(168)
})

it('each mutant changes one place of the product', () => {
  const product = productFiles(process.cwd()).map(({ text }) => text)
  const places = MUTANTS.map(({ title, find, replace }) => ({
    title,
    places: product.reduce((sum, text) => sum + text.split(find).length - 1, 0),
    changes: find !== replace,
  }))
  expect(places.filter(({ places, changes }) => places !== 1 || !changes)).toEqual([])
})
