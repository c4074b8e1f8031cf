import { describe, expect, test } from 'vitest'
import { reportFigurePath, valuationPath, wantedPath, wishPath } from '../../urls.ts'
import { inquiryTypes } from './enquiry-fields.ts'
import { platesInQuery, prefill, prefillValuation } from './prefill.ts'

const prefilled = (query: string) => prefill(new URLSearchParams(query))

test.each(Object.keys(inquiryTypes))('type=%s preselects that type', (type) => {
  expect(prefilled(`type=${type}`)).toMatchObject({ inquiryType: type })
  expect(prefilled(`plate=1+KP&type=${type}`)).toMatchObject({ plateNumber: '1 KP', inquiryType: type })
})

test.each(['', 'complaint', 'toString', 'PURCHASE'])('type=%s preselects nothing', (type) => {
  expect(prefilled(`plate=1+KP&type=${type}`).inquiryType).toBe('')
})

test.each([
  ['SOPHIE', 5000, 'Looking for SOPHIE, up to £5,000'],
  ['BIG DAY', null, 'Looking for BIG DAY'],
])('a wanted plate that reads as %s, up to %s, is named', (wanted, budgetGbp, subject) => {
  const texts = prefilled(wantedPath(wanted, budgetGbp).split('?')[1] ?? '')
  expect(texts).toMatchObject({ inquiryType: 'purchase', plateNumber: '', subject })
  expect(texts.message).toContain(`I am looking for a plate that reads as ${wanted}`)
})

test('a wanted plate is one line, and a budget that is no number is left out', () => {
  expect(prefilled('type=purchase&wanted=A%0D%0AB&to=lots').subject).toBe('Looking for A B')
  expect(prefilled('type=purchase&wanted=%00').subject).toBeUndefined()
})

describe('the report of a wrong figure', () => {
  const sale = { registration: 'JB 1', whereSold: 'Bonhams', saleYear: 2025, saleMonth: 7 }
  const report = (change: Partial<{ whereSold: string | null; saleMonth: number | null }> = {}) =>
    prefilled(reportFigurePath({ ...sale, ...change }).split('?')[1] ?? '')

  test('has the type other and names the sale', () => {
    expect(report()).toMatchObject({
      plateNumber: 'JB 1',
      inquiryType: 'other',
      subject: 'Wrong figure: JB 1, Bonhams, July 2025',
      message: expect.stringMatching(
        /^The record of JB 1, sold July 2025 \(Bonhams\), has a figure that is wrong\./,
      ),
    })
  })

  test('names what is recorded of the sale', () => {
    expect(report({ whereSold: null }).subject).toBe('Wrong figure: JB 1, July 2025')
    expect(report({ saleMonth: null }).subject).toBe('Wrong figure: JB 1, Bonhams, 2025')
  })

  test.each(['sold=2025-13', 'sold=soon', 'sold=', 'sold=99999', 'sold=2025-07&plate='])(
    'is not what %s reports',
    (query) => expect(prefilled(`type=other&seller=Bonhams&${query}`).subject).toBe(undefined),
  )

  test('cannot be made to contain more than a sale', () => {
    const { subject = '', message = '' } = prefilled(
      `type=other&plate=JB+1&sold=2025-07&seller=${encodeURIComponent(`Bon\r\nhams\u202e${'x'.repeat(5000)}`)}`,
    )
    expect(subject).toMatch(/^Wrong figure: JB 1, Bon hams x+, July 2025$/)
    expect(subject.length).toBeLessThanOrEqual(150)
    expect(message.length).toBeLessThan(500)
  })
})

describe('a wish about a registration that is not ours', () => {
  const wished = (wish: 'find' | 'tell', registration = 'AB12 CDE') =>
    prefilled(wishPath(registration, wish).split('?')[1] ?? '')

  test('asks us to find it', () => {
    expect(wished('find')).toEqual({
      plateNumber: 'AB12 CDE',
      namedPlates: 'AB12 CDE',
      inquiryType: 'purchase',
      subject: 'Looking for AB12 CDE',
      message:
        'I would like to own the registration AB12 CDE, which is not among your plates for sale. Do you think that it can be had, and for what price?',
    })
  })

  test('asks to be told when it is for sale', () => {
    expect(wished('tell')).toMatchObject({
      inquiryType: 'purchase',
      subject: 'If AB12 CDE comes up for sale',
      message: 'Please write to me if the registration AB12 CDE comes up for sale with you.',
    })
  })

  test.each(['plate=1+KP&plate=A+1&wish=find', 'wish=find', 'plate=1+KP&wish=steal'])(
    'is not what %s says',
    (query) => expect(prefilled(`type=purchase&${query}`).subject ?? '').not.toMatch(/Looking|comes up/),
  )
})

test('the valuation form names the registration that it is asked about', () => {
  const of = (path: string) => prefillValuation(new URLSearchParams(path.split('?')[1]))
  expect(of(valuationPath('AB12 CDE'))).toEqual({ plateNumber: 'AB12 CDE' })
  expect(of('/valuations?plate=1+KP&plate=A+1')).toEqual({ plateNumber: '1 KP' })
  expect(of('/valuations')).toEqual({ plateNumber: '' })
})

test('a long plate name is cut to a length that can be submitted', () => {
  const [plate = ''] = platesInQuery(new URLSearchParams({ plate: `${'x'.repeat(31)}🚗🚗` }))
  expect(plate.isWellFormed()).toBe(true)
})
