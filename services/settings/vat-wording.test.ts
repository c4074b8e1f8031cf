import { expect, test } from 'vitest'
import type { VatStatus } from '#site.config.ts'
import { PRICE_WORDINGS, vatContradiction } from './vat-wording.ts'

const STATUSES = Object.keys(PRICE_WORDINGS) as VatStatus[]

test.each(STATUSES)(
  'the wording that is suggested for %s contradicts the other statuses, and not its own',
  (status) => {
    for (const other of STATUSES)
      expect(vatContradiction(other, PRICE_WORDINGS[status]) === null, other).toBe(other === status)
  },
)

test.each<[VatStatus[], note: string, statement: string]>([
  [STATUSES, '+ VAT', 'The fee is included.'],
  [STATUSES, 'plus VAT', ''],
  [STATUSES, 'ex. VAT', ''],
  [STATUSES, 'excluding VAT', ''],
  [STATUSES, '', 'VAT is added at 20%.'],
  [STATUSES, '', 'Prices do not include VAT.'],
  [STATUSES, 'no VAT to add', 'All prices include VAT and the £80 fee.'],
  [['margin', 'not-registered'], 'inc. VAT', ''],
  [['margin', 'not-registered'], 'VAT inclusive', ''],
  [STATUSES, 'VAT included', 'We are VAT-free.'],
  [STATUSES, 'VAT included', 'We sell under the margin scheme.'],
  [['included', 'margin'], '', 'We are not VAT registered.'],
  [[], '£80 fee included', 'There is nothing to add.'],
])('the statuses %j are contradicted by “%s” and “%s”', (contradicted, note, statement) => {
  const found = STATUSES.filter((status) => vatContradiction(status, { note, statement }) !== null)
  expect(found).toEqual(contradicted)
})
