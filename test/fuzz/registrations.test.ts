import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateWords } from '#app/features/plates/plate-words.ts'
import { similarPlates } from '#app/features/plates/similar-plates.ts'
import { searchStock } from '#shared/plates/search/plate-search.ts'
import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { classify, type Jurisdiction, parseRegistration } from '#shared/registration/registration.ts'
import { describeRegistration } from '#shared/registration/registration-facts.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { viewSales } from '#shared/sales/explorer/explorer-view.ts'
import { platePath } from '#shared/urls.ts'
import { seedSales } from '../seed-sales.ts'
import { amountOf, FUZZ_LIMIT, mutated, oddText, openFuzz } from './fuzz.ts'
import { registrations, seedPlates } from './seed-data.ts'

const AMOUNT = amountOf(350)

const shaped = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcqio'),
      fc.constantFrom(...'0123456789'),
      fc.constantFrom(' ', '-', '.'),
    ),
    { maxLength: 10 },
  )
  .map((signs) => signs.join(''))
const known = fc.constantFrom(...registrations())
const typed = fc.oneof(
  { weight: 5, arbitrary: shaped },
  { weight: 2, arbitrary: known },
  { weight: 4, arbitrary: mutated(known) },
  { weight: 3, arbitrary: oddText },
)
const hint = fc.constantFrom<Jurisdiction | undefined>(undefined, 'GB', 'NI', 'JE', 'GG', 'AY', 'IM')

test(
  `${AMOUNT} registrations are parsed, drawn, described and searched, each within a second`,
  FUZZ_LIMIT,
  async () => {
    const fuzz = openFuzz({ what: 'registrations', file: 'test/fuzz/registrations.test.ts' })
    const stock = seedPlates()
    const sales = seedSales('uk')
    let understood = 0
    let turn = 0
    await fuzz.run({
      inputs: fc.tuple(typed, hint),
      amount: AMOUNT,
      check([text, home]) {
        const parsed = parseRegistration(text, home)
        if (parsed.ok) {
          understood += 1
          const { registration } = parsed
          expect(parseRegistration(registration.text, home)).toEqual(parsed)
          expect(registration.groups.join('')).toBe(registration.compact)
          expect(registration.text.replaceAll(' ', '')).toBe(registration.compact)
          for (const reading of [registration, ...registration.otherReadings]) describeRegistration(reading)
        } else expect(parsed.reason).toMatch(/\S/)
        classify(text)
        const { width, height, path, glyphs } = drawPlate(text)
        if (!(width > 0 && height > 0) || /NaN|Infinity|undefined/.test(path + JSON.stringify(glyphs)))
          throw new Error(`It cannot be drawn: ${path.slice(0, 200)}`)
        const spelt = text.toWellFormed() // as it would come from a URL, a file or the database
        expect(decodeURIComponent(platePath(spelt).slice('/plate/'.length))).toBe(spelt)
        // Each input runs one search, the slowest part.
        turn = (turn + 1) % 4
        if (turn === 0) searchStock(stock, text)
        else if (turn === 1) viewSales(sales, { ...WHOLE_VIEW, search: text }, 'uk')
        else if (turn === 2) plateWords(text)
        else similarPlates({ registration: text, priceGbp: 500 }, stock)
      },
    })
    fuzz.addNote(`${understood} of them are registrations`)
    expect(understood).toBeGreaterThan(fuzz.count() / 10)
  },
)
