import { expect, test } from 'vitest'
import { parseStockView, stockPath } from './stock-view.ts'

test.each([
  ['', '/stock'],
  ['status=sold&q=sam%E2%80%8B&sort=cheapest&page=3', '/stock?status=sold&q=sam&sort=cheapest&page=3'],
  ['status=nonsense&sort=constructor&page=-1', '/stock'],
  ['page=1e9', '/stock'],
  [`q=${'a'.repeat(50)}`, `/stock?q=${'a'.repeat(40)}`],
])('the address “%s” of the stock is %s', (query, path) => {
  expect(stockPath(parseStockView(new URLSearchParams(query)))).toBe(path)
})
