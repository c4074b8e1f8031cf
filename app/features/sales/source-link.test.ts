import { parse } from 'node-html-parser'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { RULES } from '#shared/eligibility/rules.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { Bills } from '../calculator/bills.tsx'
import { calculate } from '../calculator/calculate.ts'
import { parseCalculatorView } from '../calculator/calculator-view.ts'
import { Answer } from '../eligibility/answer.tsx'
import { mayItGoOn, type Vehicle } from '../eligibility/may-it-go-on.ts'

const TODAY = '2026-11-23'

/** The DVLA’s own texts and auctioneer, and a copy of Directgov. */
const OFFICIAL =
  /^https:\/\/(github\.com\/dvla\/|(www\.)?dvlaauction\.co\.uk\/|www\.gov\.uk\/|www\.cross-stitch-centre\.co\.uk\/)/

const linksIn = (element: ReactNode) =>
  parse(renderToStaticMarkup(createElement(MemoryRouter, null, element)))
    .querySelectorAll('a[href^=http]')
    .map((link) => link.getAttribute('href') ?? '')

const unofficial = (links: string[]) => links.filter((link) => !OFFICIAL.test(link))

it.each(['yes', 'no', 'sorn', 'long-sorn', 'unsure'] as const)(
  'the answer for a vehicle, taxed: %s, cites nobody but official sources as authority',
  (taxed) => {
    const parsed = parseRegistration('AB51 ABC')
    if (!parsed.ok) throw new Error(parsed.reason)
    const { registration } = parsed
    const vehicle: Vehicle = {
      kind: 'car',
      keeper: 'person',
      firstRegistered: '1985-05',
      hasQ: false,
      taxed,
      mot: 'historic',
    }
    const newer = { ...vehicle, firstRegistered: '2005-05' }
    for (const tried of [vehicle, newer]) {
      const verdict = mayItGoOn(registration, tried, TODAY)
      const links = linksIn(createElement(Answer, { registration, vehicle: tried, verdict, today: TODAY }))
      expect(unofficial(links)).toEqual([])
      for (const { rule, sentence } of verdict.reasons)
        expect([rule, sentence.includes('the DVLA’s rule')]).toEqual([rule, RULES[rule].source.isOfficial])
    }
  },
)

it('a bill at a disputed premium cites nobody but official sources beside its price', () => {
  const view = parseCalculatorView(new URLSearchParams('hammer=8800'))
  const calculation = calculate(view, TODAY, DOCUMENTED_REGIMES)
  const links = linksIn(
    createElement(Bills, { view, isExample: false, calculation, today: TODAY, regimes: DOCUMENTED_REGIMES }),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(unofficial(links)).toEqual([])
})
