import { describe, expect, test } from 'vitest'
import { fieldErrors, maxLengths, tooLongError } from './enquiry-fields.ts'
import { parseEnquiry, parseTelephoneEnquiry } from './enquiry-schema.ts'

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

test('an enquiry is accepted as the forms send it; line breaks are normalised and the ends trimmed', () => {
  expect(parseContact({ name: '  Ann O’Hara ' })).toEqual({
    ok: true,
    enquiry: { type: 'contact', data: { ...contact, message: 'Is it still for sale?\nThank you' } },
  })
})

test('an enquiry may omit optional fields', () => {
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
] as const)('the schema of an enquiry says what is wrong with %s %j', (field, value) => {
  expect(errorsOf(parseContact({ [field]: value }))).toEqual({ [field]: fieldErrors[field] })
})

test.each(['false', false, 'on', 1, null, undefined])(
  'the schema of an enquiry requires ownership to be confirmed, and rejects %j',
  (ownership) => {
    expect(errorsOf(parseEnquiry({ type: 'valuation', data: { ...valuation, ownership } }))).toEqual({
      ownership: fieldErrors.ownership,
    })
  },
)

test.each([
  ['£1,250', 1250],
  [' 1250.00 ', 1250],
])('an offer of “%s” is read in whole pounds', (offer, pounds) => {
  expect(parseContact({ offer })).toMatchObject({ enquiry: { data: { offer: pounds } } })
})

test.each(['', '0', '12k', 'your best price', '1,250.50', 1250])('an offer of %j is asked for', (offer) => {
  expect(errorsOf(parseContact({ offer }))).toEqual({ offer: fieldErrors.offer })
})

test('the schema of an enquiry removes what cannot be seen, and keeps a name, a subject and a telephone number on one line', () => {
  const answer = parseContact({
    name: 'Ann\r\nBcc: everybody@example.uk\u0000',
    subject: 'A\u2028plate',
    phone: '\u202d+44 7700 900123\u202c',
    email: 'ann@münchen.example',
    message: 'One\tline\r\nand another\u0007',
  })
  expect(answer).toMatchObject({
    enquiry: {
      data: {
        name: 'Ann Bcc: everybody@example.uk',
        subject: 'A plate',
        phone: '+44 7700 900123',
        email: 'ann@xn--mnchen-3ya.example',
        message: 'One\tline\nand another',
      },
    },
  })
})

test('the schema of an enquiry validates optional fields like required ones', () => {
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
})

test('the schema of an enquiry accepts every alphabet', () => {
  expect(parseContact({ name: 'Þórdís 李 ‏رنا 👩‍🚒', message: '你好' }).ok).toBe(true)
})

test.each(Object.keys(maxLengths).filter((field) => field !== 'additional' && field !== 'email'))(
  'an enquiry has a longest %s',
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
])('the schema of an enquiry rejects any other shape: %j', (body) => {
  expect(parseEnquiry(body).ok).toBe(false)
})

describe('an enquiry by telephone', () => {
  const taken = {
    name: ' Ann ',
    phone: '07700 900123',
    email: '',
    plateNumber: 's1ngh, the red one',
    message: '',
  }

  test('an enquiry by telephone has its registrations as they are written on plates', () => {
    expect(parseTelephoneEnquiry(taken)).toEqual({
      enquiry: { ...taken, name: 'Ann', plateNumber: 'S1 NGH, the red one' },
    })
    expect(parseTelephoneEnquiry({ ...taken, phone: '', email: 'ann@visitor.example' })).toHaveProperty(
      'enquiry',
    )
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ phone: '' }, 'phone'],
    [{ email: 'ann' }, 'email'],
    [{ plateNumber: 'x'.repeat(maxLengths.plateNumber + 1) }, 'plateNumber'],
  ])('an enquiry by telephone with %j is wrong in %s', (change, field) =>
    expect(parseTelephoneEnquiry({ ...taken, ...change })).toEqual({
      fields: { [field]: expect.any(String) },
    }),
  )
})
