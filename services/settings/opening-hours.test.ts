import { expect, test } from 'vitest'
import { hoursContradiction } from './opening-hours.ts'

test.each([
  'Monday to Friday, 9am to 5pm',
  'Mon–Sat 9–5',
  'weekdays, 9am to 5pm',
  '6 days a week',
  'every day except Sunday',
  'every day, closed on bank holidays',
])('the hours “%s” contradict that the firm replies 365 days a year', (hours) => {
  expect(hoursContradiction(hours)).toContain('365 days a year')
})

test.each([
  '',
  '9am to 5pm',
  'every day, 9am to 7pm',
  'daily 9 to 5, closed for lunch',
  'Monday to Sunday, 9am to 5pm',
  'Mon–Fri 9–5, Sat–Sun 10–4',
  'weekdays 9 to 5, weekends 10 to 4',
  'Monday to Friday, 9am to 5pm; by e-mail every day',
])('the hours “%s” leave no day out', (hours) => {
  expect(hoursContradiction(hours)).toBeNull()
})
