import { expect, test } from 'vitest'
import facts from '#content/facts/procedures.json' with { type: 'json' }
import { describeRenewal, RENEWAL_DAYS } from './describe-renewal.ts'

const OURS = { status: 'for_sale', document: 'V778', holder: 'us' } as const

test.each([
  [29, OURS, 'can be renewed from 1 Feb 2027'],
  [28, OURS, 'can be renewed now'],
  [0, { ...OURS, status: 'sold' as const }, 'can be renewed now; sold, but we are still its holder'],
  [5, { ...OURS, holder: 'Ann Lee' }, 'can be renewed now; only Ann Lee can renew it'],
  [5, { ...OURS, holder: null }, 'can be renewed now; its holder is not recorded'],
  [-1, OURS, ''],
  [5, { ...OURS, document: 'vehicle' as const }, ''],
])('a certificate with %i days left, %j, says “…%s”', (daysLeft, plate, words) => {
  expect(describeRenewal({ plate, expiresOn: '2027-03-01', daysLeft })).toBe(words)
})

test('the window of renewal is that of our facts', () => {
  expect(`${RENEWAL_DAYS} days`).toBe(facts['certificate-renewal-window'].value)
})
