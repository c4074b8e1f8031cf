import { expect, it } from 'vitest'
import { statementText } from './statement-text.ts'

it.each([
  ['All plates are subject to availability.', false],
  ['Subject  to\nAvailability', false],
  ['Sorry, NO REFUNDS.', false],
  ['A no-refunds policy applies.', false],
  ['We return every penny within 14 days.', true],
  ['There is no refundable deposit.', true],
  ['Availability is certain: the plate is ours.', true],
])('the statement “%s” is accepted: %s', (text, isAccepted) => {
  expect(statementText.safeParse(text).success).toBe(isAccepted)
})
