import { expect, test } from 'vitest'
import { describeColumns } from './describe-change.server.ts'

test('a change is described column by column, without columns derived from the status', () => {
  const before = {
    plate: { isAvailable: true, priceGbp: 950 },
    details: { status: 'for_sale', soldOn: null, recordedSale: null },
  } as const
  const after = {
    plate: { isAvailable: false, priceGbp: null },
    details: { status: 'sold', soldOn: '2026-11-23', recordedSale: 'sales:1' },
  } as const
  expect(describeColumns(before, after)).toEqual([
    { label: 'Status', before: 'For sale', after: 'Sold' },
    { label: 'Price', before: '£950', after: 'none' },
    { label: 'Sold on', before: 'none', after: '23 November 2026' },
    { label: 'In the sales explorer', before: 'not recorded', after: 'recorded' },
  ])
})

test('the availability is described if another tool changed nothing else', () => {
  const availability = (isAvailable: boolean) => ({ plate: { isAvailable }, details: {} })
  expect(describeColumns(availability(true), availability(false))).toEqual([
    { label: 'On the site', before: 'yes', after: 'no' },
  ])
})
