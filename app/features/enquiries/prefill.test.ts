import { describe, expect, test } from 'vitest'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { reportFigurePath, sellingPath, valuationPath, wantedPath, wishPath } from '#shared/urls.ts'
import { platesInQuery, prefill, prefillValuation, wishOf } from './prefill.ts'

const prefilled = (query: string, reservationDays = 2) => prefill(new URLSearchParams(query), reservationDays)

test.each(Object.keys(inquiryTypes))('type=%s preselects that type', (type) => {
  expect(prefilled(`type=${type}`)).toMatchObject({ inquiryType: type })
  expect(prefilled(`plate=1+KP&type=${type}`)).toMatchObject({ plateNumber: '1 KP', inquiryType: type })
})

test.each(['', 'complaint', 'toString', 'PURCHASE'])('type=%s preselects nothing', (type) => {
  expect(prefilled(`plate=1+KP&type=${type}`).inquiryType).toBe('')
})

test('a comma in the name of a plate does not make two plates of it', () => {
  expect(platesInQuery(new URLSearchParams('plate=1+KP,AB+1&plate=CD+2'))).toEqual(['1 KP AB 1', 'CD 2'])
})

test.each([
  ['SOPHIE', null, 5000, 'Looking for SOPHIE, up to £5,000'],
  ['SOPHIE', 500, 5000, 'Looking for SOPHIE, between £500 and £5,000'],
  ['BIG DAY', null, null, 'Looking for BIG DAY'],
])('a wanted plate that reads as %s, from %s up to %s, is named', (wanted, priceFrom, priceTo, subject) => {
  const texts = prefilled(wantedPath(wanted, { priceFrom, priceTo }).split('?')[1] ?? '')
  expect(texts).toMatchObject({ inquiryType: 'purchase', plateNumber: '', subject })
  expect(texts.message).toContain(`I am looking for a plate that reads as ${wanted}`)
})

test('a wanted plate is one line, and an invalid budget is omitted', () => {
  expect(prefilled('type=purchase&wanted=A%0D%0AB&to=lots').subject).toBe('Looking for A B')
  expect(prefilled('type=purchase&wanted=%00').subject).toBeUndefined()
})

describe('the report of a wrong figure', () => {
  const sale = { registration: 'JB 1', whereSold: 'Bonhams', saleYear: 2025, saleMonth: 7 }
  const report = (change: Partial<{ whereSold: string | null; saleMonth: number | null }> = {}) =>
    prefilled(reportFigurePath({ ...sale, ...change }).split('?')[1] ?? '')

  test('the report of a wrong figure has the type other and names the sale', () => {
    expect(report()).toMatchObject({
      plateNumber: 'JB 1',
      inquiryType: 'other',
      subject: 'Wrong figure: JB 1, Bonhams, July 2025',
      message: expect.stringMatching(
        /^Your record of JB 1, sold in July 2025 \(Bonhams\), has a wrong figure\./,
      ),
    })
  })

  test('the report of a wrong figure names what is recorded of the sale', () => {
    expect(report({ whereSold: null }).subject).toBe('Wrong figure: JB 1, July 2025')
    expect(report({ saleMonth: null }).subject).toBe('Wrong figure: JB 1, Bonhams, 2025')
  })

  test.each(['sold=2025-13', 'sold=soon', 'sold=', 'sold=99999', 'sold=2025-07&plate='])(
    '%s is no report of a wrong figure',
    (query) => expect(prefilled(`type=other&seller=Bonhams&${query}`).subject).toBe(undefined),
  )

  test('the report of a wrong figure cannot be abused to insert other text', () => {
    const { subject = '', message = '' } = prefilled(
      `type=other&plate=JB+1&sold=2025-07&seller=${encodeURIComponent(`Bon\r\nhams\u202e${'x'.repeat(5000)}`)}`,
    )
    expect(subject).toMatch(/^Wrong figure: JB 1, Bon hamsx+, July 2025$/)
    expect(subject.length).toBeLessThanOrEqual(150)
    expect(message.length).toBeLessThan(500)
  })
})

describe('a wish about a registration that is not ours', () => {
  const wished = (wish: 'find', registration = 'AB12 CDE') =>
    prefilled(wishPath(registration, wish).split('?')[1] ?? '')

  test('a wish about a registration that is not ours asks us to find it', () => {
    expect(wished('find')).toEqual({
      plateNumber: 'AB12 CDE',
      namedPlates: 'AB12 CDE',
      inquiryType: 'purchase',
      subject: 'Looking for AB12 CDE',
      message:
        'I would like to buy the registration AB12 CDE, which you don’t have for sale. Could you get it for me, and at what price?',
    })
  })

  test.each(['plate=1+KP&plate=A+1&wish=find', 'wish=find', 'plate=1+KP&wish=steal'])(
    '%s is no wish about a registration that is not ours',
    (query) => expect(prefilled(`type=purchase&${query}`).subject ?? '').not.toMatch(/Looking/),
  )
})

describe('a wish about a plate of ours', () => {
  const wished = (wish: 'offer' | 'reserve', days?: number) =>
    prefilled(wishPath('AB 1', wish).split('?')[1] ?? '', days)

  test('a wish about a plate of ours is a purchase enquiry that makes an offer', () => {
    expect(wished('offer')).toEqual({
      plateNumber: 'AB 1',
      namedPlates: 'AB 1',
      inquiryType: 'purchase',
      subject: 'Offer for AB 1',
      message:
        'I would like to make an offer for the plate AB 1. Please let me know whether you would accept it.',
    })
  })

  test('a wish about a plate of ours is a purchase enquiry that asks for a reservation, and for its confirmation', () => {
    expect(wished('reserve')).toEqual({
      plateNumber: 'AB 1',
      namedPlates: 'AB 1',
      inquiryType: 'purchase',
      subject: 'Please reserve AB 1 for 48 hours',
      message:
        'I would like to reserve the plate AB 1 for 48 hours. Please confirm whether you can hold it for me, and until when.',
    })
    const { subject, message } = wished('reserve', 3)
    expect(subject).toBe('Please reserve AB 1 for 3 days')
    expect(message).toContain('AB 1 for 3 days.')
  })

  test.each([
    ['type=purchase&plate=AB+1&wish=offer', 'offer'],
    ['type=purchase&plate=AB+1&wish=reserve&wish=offer', 'reserve'],
    ['type=purchase&plate=AB+1&plate=1+KP&wish=offer', null],
    ['type=purchase&wish=offer', null],
    ['type=general&plate=AB+1&wish=offer', null],
    ['type=purchase&plate=AB+1&wish=sell', null],
    ['type=purchase&plate=AB+1&wish=toString', null],
    ['type=purchase&plate=AB+1', null],
  ])('a wish about a plate of ours is read from ?%s as %s', (query, wish) =>
    expect(wishOf(new URLSearchParams(query))).toBe(wish),
  )

  test.each(['plate=AB+1&plate=1+KP&wish=offer', 'plate=AB+1&wish=OFFER', 'plate=AB+1&wish=__proto__'])(
    '%s is no wish about a plate of ours',
    (query) => expect(prefilled(`type=purchase&${query}`).subject).toMatch(/^Enquiry about /),
  )

  test('a wish about a plate of ours names the longest registration within the length of a subject', () => {
    const plate = 'x'.repeat(200)
    for (const wish of ['offer', 'reserve'] as const)
      expect(prefilled(wishPath(plate, wish).split('?')[1] ?? '').subject?.length).toBeLessThanOrEqual(150)
  })
})

test('people who want to sell us a plate are asked where it is held and when its certificate expires', () => {
  const texts = prefilled(sellingPath.split('?')[1] ?? '')
  expect(texts).toMatchObject({ inquiryType: 'general', plateNumber: '', subject: 'Selling you a plate' })
  expect(texts.message).toMatch(/V750, V778 or a vehicle/)
  expect(texts.message).toMatch(/runs out on/)
  expect(prefilled('type=legal&wish=sell').subject).toBeUndefined()
})

test('the valuation form names the registration that it is asked about', () => {
  const of = (path: string) => prefillValuation(new URLSearchParams(path.split('?')[1]))
  expect(of(valuationPath('AB12 CDE'))).toEqual({ plateNumber: 'AB12 CDE' })
  expect(of('/valuations?plate=1+KP&plate=A+1')).toEqual({ plateNumber: '1 KP' })
  expect(of('/valuations')).toEqual({ plateNumber: '' })
})

test('a long plate name is cut to a length that an enquiry can have', () => {
  const [plate = ''] = platesInQuery(new URLSearchParams({ plate: `${'x'.repeat(31)}🚗🚗` }))
  expect(plate.isWellFormed()).toBe(true)
})
