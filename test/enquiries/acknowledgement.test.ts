import { expect, test } from 'vitest'
import { acknowledgementOf } from '#services/enquiries/acknowledgement.ts'
import type { AddressedEnquiry } from '#services/enquiries/enquiry-store.ts'
import { site } from '#site.config.ts'

const enquiry = {
  reference: 'ENQ-4821-7730',
  kind: 'contact',
  inquiryType: 'purchase',
  name: 'Ann O’Hara',
  email: 'ann@visitor.example',
  phone: '020 7946 0000',
  subject: 'A bargain',
  plateNumber: '1 KP',
  message: 'Visit https://spam.example today',
} as AddressedEnquiry

const textOf = (changes: Partial<AddressedEnquiry>) =>
  acknowledgementOf({ ...enquiry, ...changes }, site).text

test('an acknowledgement has the reference, the subject and the next step', () => {
  const { subject, text, recipient } = acknowledgementOf(enquiry, site)
  expect(subject).toBe('We have your enquiry: ENQ-4821-7730')
  expect(recipient).toBe('ann@visitor.example')
  expect(text).toMatch(/^Dear Ann O’Hara,\n/)
  expect(text).toContain(
    'We have received your purchase enquiry about 1 KP. Your reference is ENQ-4821-7730.',
  )
  expect(text).toContain('do not pay anything until you have heard from us')
})

test.each([
  ['for_sale', 1950, /1 KP is ours and for sale at £1,950\.\n.+\n\nOne of us/],
  ['for_sale', null, /1 KP is ours and for sale\.\n\nOne of us/],
  ['sold', 1950, /1 KP is no longer for sale[^£]*\n\nOne of us/],
  ['draft', 1950, /1 KP is not among our plates[^£]*\n\nOne of us/],
  [null, null, /1 KP is not among our plates/],
] as const)('an acknowledgement of a plate that is %s, at £%s, says so', (status, priceGbp, words) => {
  const stock = status && { id: '', status, priceGbp, reservedUntil: null, reservedFor: null }
  const { text } = acknowledgementOf(enquiry, site, [{ registration: '1 KP', stock }])
  expect(text).toMatch(words)
})

test('a valuation request is acknowledged with the time of its report', () => {
  const text = textOf({ kind: 'valuation', inquiryType: null, subject: null, plateNumber: 'a1' })
  expect(text).toContain('We have received your request to value A 1.')
  expect(text).toContain('within 24-48 hours')
})

test('a request for help with a transfer is called a transfer enquiry', () => {
  expect(textOf({ inquiryType: 'transfer' })).toContain('We have received your transfer enquiry about 1 KP.')
})

test.each([
  ['a name that is an address of a website', { name: 'Visit www.spam.example now' }],
  ['a name that is a sentence', { name: 'Win £1,000 at http://spam.example/x' }],
  ['a name that is a sentence of letters', { name: 'Your plate is lost Buy this at spam dot example' }],
  ['a name that is long', { name: `Ann ${'spam'.repeat(10)}` }],
  ['a name of line upon line', { name: 'Ann\nBuy this' }],
  ['a plate that is no registration', { plateNumber: 'see spam.example for more' }],
])('%s is not repeated', (_, changes) => {
  const text = textOf(changes)
  for (const value of [enquiry.subject, enquiry.message, enquiry.phone, 'spam', 'Buy this', '£1,000'])
    expect(text).not.toContain(value)
})

test.each([
  'María José',
  'Maria da Silva dos Santos',
  'Seán Ó Briain',
  'J. R. Smith',
  '李雷',
  'Anne-Marie D’Arcy',
])('%s is a name', (name) => {
  expect(textOf({ name })).toContain(`Dear ${name},`)
})
