// The buyer's page in a browser, and the documents of a deal on paper.

import { addOrder } from '../add-order.ts'
import { addRows, putRow } from '../rows.ts'
import { expectAccessible, expectDarkContrast } from './a11y.ts'
import { expect, test } from './desk-site.ts'

const LONG = 'Supercalifragilistic'

test('A buyer’s page is accessible on a small phone while something is owed, and once it has ended', async ({
  context,
  desk,
}) => {
  // Not the page of the fixture, which waits until it is hydrated: this one has no script.
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 900 })
  await addRows(desk.database, 'settings', {
    name: 'bankDetails',
    value: '"Plates, 12-34-56"',
    person: 'Ann',
  })
  const owed = await addOrder(desk.database, {
    name: LONG.repeat(4),
    includes: LONG.repeat(5),
    amount: 2_000_000_099,
  })
  const ended = await addOrder(desk.database, { outcome: 'lost', ended_at: new Date().toISOString() })
  for (const { path } of [owed, ended]) {
    await page.goto(desk.address + path)
    await expectAccessible(page, path)
    await expectDarkContrast(page, path)
  }
})

test('A confirmation and a receipt print on one sheet of A4, however much the deal has to say', async ({
  page,
  desk,
}) => {
  const lines = Array.from({ length: 6 }, () => 'x'.repeat(60)).join('\n')
  for (const name of ['bankDetails', 'vatStatement'])
    await putRow(desk.database, 'settings', { name }, { value: JSON.stringify(lines), person: 'Ann' })
  const includes = 'Everything and more. '.repeat(47).trim()
  const { id } = await addOrder(desk.database, {
    name: LONG.repeat(5),
    includes,
    invoice_number: 'INV-1',
    plate_number: 'CD 2',
  })
  const payment = {
    deal_id: id,
    kind: 'deposit',
    amount: 10_000,
    paid_on: '2026-11-21',
    method: 'Bank transfer',
  }
  for (let count = 0; count < 8; count++)
    await addRows(desk.database, 'deal_payments', { ...payment, person: 'Ann' })
  for (const document of ['confirmation', 'receipt']) {
    await page.goto(`${desk.address}/desk/deals/${id}/${document}`)
    await expect(page.getByRole('img', { name: 'Registration CD 2' })).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
  await expectAccessible(page, 'receipt')
})
