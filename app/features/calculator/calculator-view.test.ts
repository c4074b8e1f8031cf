import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calculatorQuery, parseCalculatorView } from './calculator-view.ts'

const parse = (query: string) => parseCalculatorView(new URLSearchParams(query))
const EMPTY = { house: '', date: '', given: 'hammer', amount: '' }

it.each([
  ['', EMPTY],
  ['?hammer=8800', { ...EMPTY, amount: '8,800' }],
  ['?budget=10000', { ...EMPTY, given: 'budget', amount: '10,000' }],
  [
    '?house=dvla&date=2025-11-20&hammer=8800.5',
    { house: 'dvla', date: '2025-11-20', given: 'hammer', amount: '8,800.50' },
  ],
  [
    '?house=bonhams&date=2025-02-30&hammer=ten',
    { house: 'bonhams', date: '2025-02-30', given: 'hammer', amount: 'ten' },
  ],
])('the address %s is a view, and the view that address', (query, view) => {
  expect(parse(query)).toEqual(view)
  expect(parse(calculatorQuery(parse(query)))).toEqual(view)
})
it('the address of a calculator’s view is the same for every spelling of an amount', () => {
  for (const typed of ['8800', '8,800', '£8,800.00', '8.8k'])
    expect(calculatorQuery(parse(`?hammer=${encodeURIComponent(typed)}`))).toBe('?hammer=8800')
})
it('the address of a calculator’s view uses the first of repeated parameters, and the bid if both amounts are present', () => {
  expect(parse('?hammer=1&hammer=2&house=dvla&house=x')).toEqual({ ...EMPTY, house: 'dvla', amount: '1' })
  expect(parse('?budget=500&hammer=100')).toEqual({ ...EMPTY, amount: '100' })
})
it('the address of any view of the calculator is parsed as that view', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.string(),
      fc.boolean(),
      (house, date, amount, isBid) => {
        const query = new URLSearchParams({ house, date, [isBid ? 'hammer' : 'budget']: amount })
        const view = parseCalculatorView(query)
        const again = parse(calculatorQuery(view))
        // Without an amount, no field was given first.
        expect(again).toEqual(again.amount === '' ? { ...view, given: 'hammer' } : view)
      },
    ),
    { seed: 20 },
  )
})

it.each([
  ['was=hammer&shown=11,484.80&hammer=8,800&budget=11,484.80', 'hammer', '8,800'],
  ['was=hammer&shown=11,484.80&hammer=9,000&budget=11,484.80', 'hammer', '9,000'],
  ['was=hammer&shown=11,484.80&hammer=8,800&budget=12000', 'budget', '12,000'],
  ['was=hammer&shown=11,484.80&hammer=&budget=12000', 'budget', '12,000'],
  ['was=hammer&shown=&hammer=&budget=12000', 'budget', '12,000'],
  ['was=hammer&shown=&hammer=500&budget=', 'hammer', '500'],
  ['was=budget&shown=7,720&hammer=7,720&budget=11000', 'budget', '11,000'],
  ['was=budget&shown=7,720&hammer=8000&budget=10,000', 'hammer', '8,000'],
  ['was=hammer&shown=&hammer=ten&budget=', 'hammer', 'ten'],
])(
  'the form without script sends both amounts, and counts the one that was changed: %s',
  (query, given, amount) => {
    expect(parse(query)).toMatchObject({ given, amount })
  },
)
