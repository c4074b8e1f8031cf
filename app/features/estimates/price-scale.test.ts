import { parse } from 'node-html-parser'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { ComparablesList } from './comparables-list.tsx'
import { PriceRule } from './price-scale.tsx'

const render = (element: ReactNode) => parse(renderToStaticMarkup(createElement(MemoryRouter, null, element)))

const dots = [
  { registration: 'SAM 2Y', priceGbp: 2_400, href: '/registration/SAM2Y', label: 'SAM 2Y, £2,400' },
  { registration: 'SAM 1X', priceGbp: 1_900, href: '/registration/SAM1X', label: 'SAM 1X, £1,900' },
]

it('a price scale describes itself in a sentence, and each dot links to its registration', () => {
  const page = render(
    createElement(PriceRule, { dots, range: null, chip: null, label: 'Two sales, £1,900 and £2,400' }),
  )
  expect(page.querySelector('figcaption')?.text).toBe('Two sales, £1,900 and £2,400')
  for (const drawing of page.querySelectorAll('figure > svg'))
    expect(drawing.querySelectorAll('a').map((link) => [link.getAttribute('href'), link.text])).toEqual([
      ['/registration/SAM1X', 'SAM 1X, £1,900SAM 1X'],
      ['/registration/SAM2Y', 'SAM 2Y, £2,400SAM 2Y'],
    ])
})

it('a price scale labels an estimate and an asking price', () => {
  const page = render(
    createElement(PriceRule, {
      dots: [],
      range: { lowGbp: 1_600, midGbp: 2_400, highGbp: 3_900 },
      chip: { priceGbp: 3_950, label: 'Our price £3,950' },
      label: 'An estimate',
    }),
  )
  const words = page.querySelectorAll('text').map(({ text }) => text)
  expect(words).toContain('Estimate £2.4k (£1.6k to £3.9k)')
  expect(words).toContain('Our price £3,950')
})

it('comparables are listed with price, reason, date and seller, and lead to their registrations', () => {
  const sale: DocumentedSale = {
    id: '1',
    registration: 'SAM 1X',
    saleYear: 2024,
    saleMonth: 3,
    hammerPriceGbp: 1_900,
    totalPriceGbp: null,
    priceBasis: 'hammer',
    whereSold: 'DVLA',
    category: null,
    type: null,
    selection: null,
    sourceUrl: null,
  }
  const page = render(
    createElement(ComparablesList, {
      similar: [{ sale, reason: 'same-letters', why: 'the same letters, SAM', weight: 1 }],
    }),
  )
  expect(page.querySelector('li a')?.getAttribute('href')).toBe('/registration/SAM1X')
  expect(page.querySelectorAll('li p').map(({ text }) => text)).toEqual([
    'SAM 1X£1,900 hammer, reported',
    'The same letters, SAM. March 2024, DVLA.',
  ])
})
