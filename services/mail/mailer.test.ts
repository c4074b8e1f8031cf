import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { parseEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { asContact } from '#test/enquiries/messages.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { composeEnquiry } from '../enquiries/enquiry-email.ts'
import type { AddressedEnquiry } from '../enquiries/enquiry-store.ts'
import { createMailer } from './mailer.ts'

/** The email of an enquiry, as sent and as a mail program reads it. */
async function send(
  message: { name: string; subject: string },
  email = 'ann@visitor.example',
  firm = 'Plateworthy',
) {
  const dataDir = temporaryFolder()
  const enquiry = {
    id: 'an-id',
    reference: 'ENQ-1234-5678',
    kind: 'contact',
    email,
    inquiryType: 'other',
    message: 'Is it still for sale?',
    resends: 0,
    createdAt: '2026-11-22T10:00:00Z',
    ...message,
  } as AddressedEnquiry
  const addresses = { firm, from: 'website@plates.example', to: ['dealer@plates.example'] }
  await createMailer({ DATA_DIR: dataDir }).send(composeEnquiry(enquiry, addresses), 1000)
  const folder = join(dataDir, 'mail')
  const raw = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')
  return { head: raw.slice(0, raw.indexOf('\r\n\r\n')), mail: await PostalMime.parse(raw) }
}

const LINE_BREAK_AND_HEADER = '=?utf-8?Q?Ann=0D=0ABcc:_everybody@spam.example?='

test.each([
  LINE_BREAK_AND_HEADER,
  // a bidirectional override and an invisible character
  '=?UTF-8?B?4oCuZ25wLmV4ZQ==?=',
  '=?utf-8?q?=E2=80=8F?= after it',
  // other charsets, a language, none
  '=?us-ascii?Q?=0D=0A?=',
  '=?iso-8859-1?q?a=85b?=',
  '=?iso-2022-jp?B?GyRCJCIbKEI=?=',
  '=?utf-7?Q?+AA0ACg-?=',
  '=?utf-16?B?AA0ACg==?=',
  '=?x-unknown?Q?=0D=0A?=',
  '=?utf-8*en?Q?=0D=0A?=',
  '=??Q?=0D=0A?=',
  // nested, and one that appears only after decoding
  '=?utf-8?Q?=3D=3Futf-8=3FQ=3F=3D0D=3D0A=3F=3D?=',
  '=?utf-8?Q?=3D=3Futf-8=3F?= =?utf-8?Q?Q=3F=3D0D=3F=3D?=',
  // split, joined, within a word, in pieces, with quotes
  '=?utf-8?Q?Ann=0D?= =?utf-8?Q?=0ABcc:_x?=',
  '=?utf-8?Q?=0D?==?utf-8?Q?=0A?=',
  'x=?utf-8?Q?=0D=0A?=y',
  '"=?utf-8?Q?=0D=0A?="',
  '(=?utf-8?Q?=0D=0A?=)',
  '=?utf-8?Q?never ended',
  '=?utf-8?Q?=0D =0A?=',
  '=?utf-8?B?DQo',
  'a =? b ?= c',
  // with letters that are encoded anyway
  'Zoë =?utf-8?Q?=0D=0A?= 李 👩‍🚒',
  `=?utf-8?Q?${'=0D=0A'.repeat(13)}?=`,
])(
  'an encoded word is not decoded: a subject shows it as typed, and a name is left out: %s',
  async (message) => {
    const parsed = parseEnquiry(asContact({ name: message, subject: message }))
    if (!parsed.ok) throw new Error(parsed.error)
    const { head, mail } = await send({ name: message, subject: message })
    expect(mail.subject).toBe(`[ENQ-1234-5678] ${message}`)
    // Some programs also decode inside quotes, where a name is: only the text has it.
    expect(mail.replyTo).toEqual([{ name: '', address: 'ann@visitor.example' }])
    expect(mail.text).toContain(`Name:         ${message}\n`)
    expect(mail.text).toContain(`Subject:      ${message}\n`)
    expect(mail.to).toEqual([{ name: '', address: 'dealer@plates.example' }])
    expect([mail.bcc, mail.cc]).toEqual([undefined, undefined])
    // Everything that a program decodes is one of our encoded words, complete and unquoted.
    const opened = head.match(/=\?/g)?.length
    const ours = head.match(/(?<!["\w])=\?UTF-8\?[QB]\?[^? ]{1,60}\?=(?!["\w])/g)
    expect(opened).toBe(ours?.length)
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100)
  },
)

test('text that is not an encoded word is unchanged', async () => {
  const { head, mail } = await send({ name: 'Ann O"Hara', subject: 'Is 1 = A? Yes' })
  expect(head).toContain('Subject: [ENQ-1234-5678] Is 1 = A? Yes\r\n')
  expect(mail.replyTo).toEqual([{ name: 'Ann O"Hara', address: 'ann@visitor.example' }])
})

test('an address that was inserted into the table directly cannot add a header', async () => {
  const { mail, head } = await send(
    { name: '=?utf-8?Q?x?=', subject: 'x' },
    'a@b.uk>\r\nBcc: everybody@spam.example\r\nX: <',
  )
  expect(mail.bcc).toBeUndefined()
  expect(head).not.toMatch(/^(Bcc|X):/m)
})

test('a firm that is called like an encoded word writes without its name', async () => {
  const { head } = await send({ name: 'Ann', subject: 'x' }, undefined, LINE_BREAK_AND_HEADER)
  expect(head).not.toContain('=?')
  expect(head).toMatch(/^From: website@plates\.example\r$/m)
})
