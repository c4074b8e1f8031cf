import { expect, test } from 'vitest'
import { toTime } from '#data/times.ts'
import type { StoredMail } from './mail-store.ts'
import { composeVisitorMail } from './visitor-mail.ts'

const MORNING = toTime(new Date('2026-11-23T09:00:00Z'))

const mail: StoredMail = {
  id: '00000000-0000-4000-8000-000000000001',
  mailKey: 'alert 1 1',
  kind: 'alert',
  recipient: 'ann@visitor.example',
  subject: 'SAM 1 is for sale at £4,500',
  body: 'SAM 1 is for sale.',
  unsubscribeUrl: 'https://plates.example/alerts/unsubscribe?key=k',
  delivery: 'waiting',
  refusals: 0,
  attempts: 0,
  nextAttemptAt: MORNING,
  lease: null,
  lastError: null,
  sentAt: null,
  sentBy: null,
  createdAt: MORNING,
  updatedAt: MORNING,
  enquiryId: null,
  person: null,
  quoted: null,
  inReplyTo: null,
  thread: null,
  personId: null,
}
const addresses = { firm: 'Plateworthy', from: 'website@plates.example', to: ['dealer@plates.example'] }

test('a mail program can end an alert with one request', () => {
  expect(composeVisitorMail(mail, addresses).headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': '<https://plates.example/alerts/unsubscribe?key=k>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('replies go to the dealer, and every attempt has the same Message-ID', () => {
  const { replyTo, messageId } = composeVisitorMail(mail, addresses)
  expect(replyTo).toEqual([{ name: 'Plateworthy', address: 'dealer@plates.example' }])
  expect(composeVisitorMail({ ...mail, attempts: 3 }, addresses).messageId).toBe(messageId)
})

test('an acknowledgement is an automatic reply without list headers', () => {
  const acknowledgement = { ...mail, kind: 'acknowledgement', unsubscribeUrl: null } as const
  expect(composeVisitorMail(acknowledgement, addresses).headers).toEqual({
    'Auto-Submitted': 'auto-replied',
    'X-Auto-Response-Suppress': 'All',
  })
})
