import { describe, expect, test } from 'vitest'
import { fieldErrors, maxLengths, tooLongError, unprintableError } from './enquiry-fields.ts'
import { parseEnquiry } from './enquiry-schema.ts'

const contact = {
  name: 'Ann O’Hara',
  email: 'ann@example.co.uk',
  phone: '',
  subject: 'Enquiry about 1 KP',
  inquiryType: 'purchase',
  plateNumber: '1 KP',
  message: 'Is it still for sale?\r\nThank you',
}
const valuation = { plateNumber: 'A 1', email: 'ann@example.co.uk', name: 'Ann', ownership: true }

const parseContact = (data: object) => parseEnquiry({ type: 'contact', data: { ...contact, ...data } })
const errorsOf = (parsed: ReturnType<typeof parseEnquiry>) => (parsed.ok ? null : parsed.fields)

describe('an enquiry', () => {
  test('is accepted as the forms send it; line breaks are normalised and the ends trimmed', () => {
    expect(parseContact({ name: '  Ann O’Hara ' })).toEqual({
      ok: true,
      enquiry: { type: 'contact', data: { ...contact, message: 'Is it still for sale?\nThank you' } },
    })
  })

  test('may omit optional fields', () => {
    expect(parseEnquiry({ type: 'valuation', data: valuation })).toEqual({
      ok: true,
      enquiry: { type: 'valuation', data: { ...valuation, phone: '', additional: '' } },
    })
    expect(parseEnquiry({ type: 'valuation', data: { ...valuation, phone: null } }).ok).toBe(true)
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', '\u200b'],
    ['name', 5],
    ['email', ''],
    ['email', 'ann'],
    ['email', 'ann@example'],
    ['email', 'ann@@example.uk'],
    ['email', 'ann@example.uk, bob@example.uk'],
    ['email', 'Ann <ann@example.uk>'],
    ['inquiryType', ''],
    ['inquiryType', 'complaint'],
    ['inquiryType', 'toString'],
    ['subject', ''],
    ['message', ' \r\n '],
  ] as const)('says what is wrong with %s %j', (field, value) => {
    expect(errorsOf(parseContact({ [field]: value }))).toEqual({ [field]: fieldErrors[field] })
  })

  test.each(['false', false, 'on', 1, null, undefined])(
    'requires ownership to be confirmed, and rejects %j',
    (ownership) => {
      expect(errorsOf(parseEnquiry({ type: 'valuation', data: { ...valuation, ownership } }))).toEqual({
        ownership: 'Please confirm ownership of the registration.',
      })
    },
  )

  test.each([
    'Ann\r\nBcc: everybody@example.uk',
    'Ann\n',
    '\nAnn',
    'Ann\u0000',
    'Ann\u001b[2J',
    'Ann\u2028x',
    'Ann\u202egnp.exe',
    'Ann\ud800',
  ])('rejects control characters in a single-line field: %j', (name) => {
    expect(errorsOf(parseContact({ name }))).toEqual({ name: unprintableError })
    expect(errorsOf(parseContact({ subject: name }))).toEqual({ subject: unprintableError })
    expect(errorsOf(parseContact({ phone: name }))).toEqual({ phone: unprintableError })
    expect(errorsOf(parseContact({ plateNumber: name }))).toEqual({ plateNumber: unprintableError })
  })

  test('accepts tabs and line breaks in a message, and no other control characters', () => {
    expect(parseContact({ message: 'a\tb\n\nc' }).ok).toBe(true)
    expect(errorsOf(parseContact({ message: 'a\u0007' }))).toEqual({ message: unprintableError })
  })

  test('validates optional fields like required ones', () => {
    const { phone, plateNumber } = maxLengths
    const long = { phone: 'x'.repeat(phone + 1), plateNumber: 'x'.repeat(plateNumber + 1) }
    expect(errorsOf(parseContact(long))).toEqual({
      phone: tooLongError('phone'),
      plateNumber: tooLongError('plateNumber'),
    })
    expect(errorsOf(parseContact({ phone: 5, plateNumber: [] }))).toEqual({
      phone: fieldErrors.phone,
      plateNumber: fieldErrors.plateNumber,
    })
    expect(
      errorsOf(parseEnquiry({ type: 'valuation', data: { ...valuation, additional: 'a\u0000' } })),
    ).toEqual({ additional: unprintableError })
  })

  test('accepts every alphabet', () => {
    expect(parseContact({ name: 'Þórdís 李 ‏رنا 👩‍🚒', message: '你好' }).ok).toBe(true)
  })

  test.each(Object.keys(maxLengths).filter((field) => field !== 'additional' && field !== 'email'))(
    'has a longest %s',
    (field) => {
      const bound = maxLengths[field as keyof typeof maxLengths]
      expect(parseContact({ [field]: 'x'.repeat(bound) }).ok).toBe(true)
      expect(errorsOf(parseContact({ [field]: 'x'.repeat(bound + 1) }))).toHaveProperty(field)
    },
  )

  test.each([
    null,
    5,
    'x',
    [],
    {},
    { type: 'contact' },
    { type: 'newsletter', data: contact },
    { type: 'valuation', data: null },
    { type: 'contact', data: { ...contact, to: 'me@example.uk' } },
    { type: 'contact', data: contact, to: 'me@example.uk' },
    { type: 'contact', data: contact, trap: { filledInMs: 'soon' } },
  ])('rejects any other shape: %j', (body) => {
    expect(parseEnquiry(body).ok).toBe(false)
  })
})
