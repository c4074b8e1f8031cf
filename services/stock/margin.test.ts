import { expect, test } from 'vitest'
import type { PlateDocument } from '#shared/cells/stock-cells.ts'
import type { VatStatus } from '#site.config.ts'
import type { MarginFee } from '../settings/margin-fee.ts'
import { accountOf, addAccounts } from './margin.ts'

const soldPlate = (document: PlateDocument | null = 'V778') => ({
  status: 'sold' as const,
  priceGbp: 2_000,
  soldPriceGbp: 1_850,
  costGbp: 400,
  document,
})

test.each<[VatStatus, MarginFee | null, PlateDocument | null, (number | null)[]]>([
  // Nothing is stated: neither is taken off, although the prices of the sample include VAT.
  ['included', null, 'vehicle', [null, null, 1_450]],
  // 1,850 / 6, and 1,450 / 6.
  ['included', 'in-cost', null, [308, 0, 1_142]],
  ['margin', 'in-cost', 'vehicle', [242, 0, 1_208]],
  ['not-registered', 'in-cost', 'V750', [0, 0, 1_450]],
  ['margin', 'each-sale', 'V750', [242, 80, 1_128]],
  // Assigning from a certificate is free; taking a number off a vehicle is not.
  ['margin', 'on-vehicle', 'vehicle', [242, 80, 1_128]],
  ['margin', 'on-vehicle', 'V778', [242, 0, 1_208]],
  ['margin', 'on-vehicle', null, [242, null, null]],
])(
  'A plate of £400 sold for £1,850, with VAT %s, the £80 %s and document %s, has VAT, fee and margin %j',
  (vat, fee, document, expected) => {
    const account = accountOf(soldPlate(document), { vat, fee })
    expect(account).toMatchObject({ takingsGbp: 1_850, costGbp: 400 })
    expect([account?.vatGbp, account?.feeGbp, account?.marginGbp]).toEqual(expected)
  },
)

test('A plate sold at a loss under the margin scheme has no VAT', () => {
  const account = accountOf({ ...soldPlate(), costGbp: 2_500 }, { vat: 'margin', fee: 'in-cost' })
  expect([account?.vatGbp, account?.marginGbp]).toEqual([0, -650])
})

test('The asking price counts until a plate is sold, and a missing price or cost leaves no account', () => {
  const terms = { vat: 'not-registered', fee: 'in-cost' } as const
  expect(accountOf({ ...soldPlate(), status: 'for_sale' }, terms)?.marginGbp).toBe(1_600)
  expect(accountOf({ ...soldPlate(), costGbp: null }, terms)).toBeNull()
  expect(accountOf({ ...soldPlate(), status: 'draft', priceGbp: null }, terms)).toBeNull()
})

test('Accounts are added line by line, and what nobody has stated stays missing', () => {
  const stated = accountOf(soldPlate(), { vat: 'margin', fee: 'each-sale' })
  const unstated = accountOf(soldPlate(), { vat: 'margin', fee: null })
  if (!stated || !unstated) throw new Error('No account')
  expect(addAccounts(stated, stated)).toEqual({
    takingsGbp: 3_700,
    costGbp: 800,
    vatGbp: 484,
    feeGbp: 160,
    marginGbp: 2_256,
  })
  expect(addAccounts(unstated, unstated)).toMatchObject({ vatGbp: null, feeGbp: null, marginGbp: 2_900 })
})
