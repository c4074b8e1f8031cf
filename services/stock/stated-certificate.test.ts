import { expect, it } from 'vitest'
import { describeCertificate } from './stated-certificate.ts'

const held = { document: 'V750', documentCheckedOn: '2026-11-03', documentExpiresOn: '2033-05-01' } as const

it.each([
  [held, 'Certificate in our hands, checked 3 Nov 2026, valid to 2033'],
  [{ ...held, document: 'V778' }, 'Retention document in our hands, checked 3 Nov 2026, valid to 2033'],
  [
    { ...held, documentExpiresOn: '2026-11-25' },
    'Certificate in our hands, checked 3 Nov 2026, valid to 2026',
  ],
  [{ ...held, document: 'vehicle' }, null],
  [{ ...held, document: null }, null],
  [{ ...held, documentCheckedOn: null }, null],
  [{ ...held, documentCheckedOn: '2026-11-26' }, null],
  [{ ...held, documentExpiresOn: null }, null],
  [{ ...held, documentExpiresOn: '2026-11-24' }, null],
] as const)('the certificate %j is described on 25 November 2026 as %s', (details, sentence) => {
  expect(describeCertificate(details, '2026-11-25')).toBe(sentence)
})
