import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeOf } from '#packages/estimate/shape.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { seedRows } from '../seed-sales.ts'
import { hasList, readRows } from './lists.ts'

/** The result of the site's grammar, in the terms of the package. */
function systemOfTheSite(registration: string): string | null {
  const parsed = parseRegistration(registration)
  if (!parsed.ok) return null
  const { system, order } = parsed.registration
  if (system === 'dateless') return order === 'letters-first' ? 'letters-first' : 'figures-first'
  return ['suffix', 'prefix', 'current', 'northern-ireland'].includes(system) ? system : null
}

const disagreements = (registrations: string[]) =>
  registrations
    .map((registration) => registration.replace(/ /g, ''))
    .filter((compact) => (shapeOf(compact)?.system ?? null) !== systemOfTheSite(compact))

describe('the shapes that estimates know agree with the grammar of the site', () => {
  for (const file of ['dvla-history.csv', 'dvla-results.csv']) {
    test.skipIf(!hasList(file))(
      `the shapes that estimates know agree with the grammar of the site on every row of ${file} (skipped where it is absent)`,
      () => {
        const registrations = readRows(file).map((row) => row.plate_number ?? '')
        expect(registrations.length).toBeGreaterThan(10_000)
        // A withdrawn lot has the word “Withdrawn” as its registration.
        expect(disagreements(registrations.filter((text) => text !== 'Withdrawn'))).toEqual([])
      },
    )
  }

  test('the shapes that estimates know agree with the grammar of the site on the sales of the seed', () => {
    expect(disagreements(seedRows('uk').map((row) => row.plate_number ?? ''))).toEqual([])
  })

  test('the shapes that estimates know agree with the grammar of the site on any text of letters and figures', () => {
    const character = fc.constantFrom(...'ABCIJMNOPQSUVXYZ0123456789')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        expect(disagreements([characters.join('')])).toEqual([])
      }),
      { seed: 18, numRuns: 20_000 },
    )
  })
})
