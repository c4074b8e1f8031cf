import { expect, test } from 'vitest'
import { type Time, toTime } from '#data/times.ts'
import { enquiryQuery, parseEnquiryFilter } from './enquiry-filter.ts'
import { describeWait, waitedMs } from './first-answer.ts'
import { referenceIn } from './list-enquiries.ts'

test.each([
  [0, '1 minute'],
  [90_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [3_600_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [50 * 3_600_000, '2 days'],
])('%i ms are %s', (ms, words) => expect(describeWait(ms)).toBe(words))

test('an enquiry waits until its first answer, never less than no time, and again since the visitor replied; spam does not wait', () => {
  const now = new Date('2026-11-23T12:00Z')
  const at = (time: string) => toTime(new Date(`2026-11-23T${time}Z`))
  const createdAt = at('10:00')
  const waited = (
    status: 'new' | 'answered' | 'replied' | 'spam',
    answeredAt: Time | null,
    repliedAt: Time | null = null,
  ) => waitedMs({ status, createdAt, answeredAt, repliedAt }, now)
  expect(waited('new', null)).toBe(2 * 3_600_000)
  expect(waited('answered', at('11:00'))).toBe(3_600_000)
  expect(waited('answered', at('09:00'))).toBe(0)
  expect(waited('answered', null)).toBeNull()
  expect(waited('spam', null)).toBeNull()
  const [answered, replied] = [at('11:00'), at('11:30')]
  expect(waited('replied', answered, replied)).toBe(1_800_000)
  expect(waited('answered', answered, replied)).toBe(3_600_000)
})

test.each([
  ['', ''],
  [
    'status=won&month=2026-06&q=+a%E2%80%8B++b+&order=newest&page=3',
    '?status=won&month=2026-06&q=a+b&order=newest&page=3',
  ],
  ['status=toString&owner=x&month=2026-99&order=x&page=1.5', ''],
  ['q=%00%07', ''],
  ['owner=nobody&page=1', '?owner=nobody'],
])('the address %s is read as %s', (query, canonical) =>
  expect(enquiryQuery(parseEnquiryFilter(new URLSearchParams(query)))).toBe(canonical),
)

test.each([
  ['ENQ-4821-7730', 'ENQ-4821-7730'],
  ['enq 4821 7730', 'ENQ-4821-7730'],
  ['48217730', 'ENQ-4821-7730'],
  ['4821', null],
  ['ENQ-4821-77301', null],
])('%s is the reference %s', (search, reference) => expect(referenceIn(search)).toBe(reference))
