import { expect, it } from 'vitest'
import { missingStatements, STATEMENT_PAGES, type Statements, writtenPages } from './statement-pages.ts'

const names = STATEMENT_PAGES.flatMap(({ statements }) => Object.keys(statements))
const written = Object.fromEntries(names.map((name) => [name, `About ${name}`])) as unknown as Statements

it('each page of statements has four to six of them, and no two share a heading', () => {
  const headings = STATEMENT_PAGES.flatMap(({ statements }) =>
    Object.values(statements).map(({ heading }) => heading),
  )
  expect(new Set(headings).size).toBe(headings.length)
  for (const { statements } of STATEMENT_PAGES) expect([4, 5, 6]).toContain(Object.keys(statements).length)
})

it('a page of statements is written only once none of them is missing', () => {
  expect(writtenPages(written).map(({ path }) => path)).toEqual(['/terms', '/refunds', '/complaints'])
  expect(writtenPages(written)[0]?.statements[0]?.text).toBe('About termsSeller')
  for (const page of STATEMENT_PAGES)
    for (const [name, spec] of Object.entries(page.statements)) {
      const incomplete = { ...written, [name]: null }
      expect(writtenPages(incomplete).map(({ path }) => path)).not.toContain(page.path)
      expect(writtenPages(incomplete)).toHaveLength(STATEMENT_PAGES.length - 1)
      expect(missingStatements(page, incomplete)).toEqual([spec.heading])
    }
})
