import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { StockHeadings } from './stock-headings.tsx'
import { parseStockView } from './stock-view.ts'

it('the margin in the list of the stock says that it is before VAT and fees, which the firm accounts for', () => {
  const headings = createElement(StockHeadings, { view: parseStockView(new URLSearchParams()) })
  const page = parse(
    renderToStaticMarkup(createElement(MemoryRouter, null, createElement('table', null, headings))),
  )
  const margins = page.querySelectorAll('th').filter(({ text }) => text.startsWith('Margin'))
  expect(margins.map(({ text }) => text)).toEqual(['Margin before VAT and fees'])
})
