/** Recorded sales at the desk without script: what is checked, confirmed, refused, published and undone. */

import { expect, test } from 'vitest'
import type { Database } from '#data/tables.ts'
import { CONFIRM } from '#desk/app/features/sales/sale-form.ts'
import { editRows, findRows } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

const salesOf = (database: Database, registration: string, table: 'sales' | 'jersey_sales' = 'sales') =>
  findRows(database, table, '*', { plate_number: registration })
const logOf = (database: Database, registration: string) =>
  findRows(database, 'corrections', ['kind', 'change', 'reason'], { plate_number: registration }, ['at'])

const SALE = {
  plate_number: 'ab 7',
  sale_year: '2025',
  sale_month: '7',
  where_sold: 'DVLA Auction',
  hammer_price: '1,000',
  note: '<script>alert(1)</script> & “more”',
}

test('a sale is recorded once, a doubtful one after a confirmation, and one on record is refused', async () => {
  const { database, owner } = await openDesk()
  const form = await DeskPage.open(owner, '/desk/sales/new')
  const recorded = await form.press('Record', SALE)
  expect((await form.press('Record', SALE)).path).toBe(recorded.path)
  expect(recorded.text).toContain('a sale of AB 7 in 2025 recorded among sales.')
  const known = await salesOf(database, 'AB 7')
  expect(known).toMatchObject([
    { sale_year: 2025, sale_month: 7, hammer_price: 1000, total_price: 1364, price_basis: 'hammer' },
  ])
  expect(known).toMatchObject([{ category: '3-Character', note: SALE.note }])
  expect(await logOf(database, 'AB 7')).toEqual([])

  const another = await DeskPage.open(owner, '/desk/sales/new')
  const doubtful = { ...SALE, plate_number: 'a.b-7', sale_month: '', hammer_price: '1010' }
  const asked = await another.press('Record', doubtful)
  expect([asked.status, asked.text]).toEqual([400, expect.stringContaining(CONFIRM)])
  expect(asked.text).toContain('It may already be on record: July 2025')
  expect(await salesOf(database, 'AB 7')).toEqual(known)
  const code = asked.root.querySelector('[name=confirm]')?.getAttribute('value') ?? ''
  const confirmed = await asked.press('Record', { confirm: code })
  expect(confirmed.text).toContain('On record: 2025, DVLA Auction, hammer £1,010 reported')

  const again = await (await DeskPage.open(owner, '/desk/sales/new')).press('Record', SALE)
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('This sale is already on record')])
  expect(await salesOf(database, 'AB 7')).toHaveLength(2)

  const list = await confirmed.press('Undo')
  expect(list.root.querySelector('h1')?.text).toBe('Sales')
  expect(await salesOf(database, 'AB 7')).toEqual(known)
})

test('a correction is made once, and in the public log with its reason, and so is its undo', async () => {
  const { database, owner, site } = await openDesk()
  await (await DeskPage.open(owner, '/desk/sales/new')).press('Record', SALE)
  const [sale] = await salesOf(database, 'AB 7')
  const page = await DeskPage.open(owner, `/desk/sales/${sale?.id}`)
  const reason = 'The house corrected its list.'
  const change = 'Hammer price £1,000 → £2,000; total price £1,364 → £2,648'
  const checked = await page.press('Check', { hammer_price: '2000', reason })
  expect(checked.text).toContain(change)
  expect((await page.press('Save and publish', { hammer_price: '2000' })).status).toBe(400)
  const saved = await checked.press('Save and publish')
  expect((await checked.press('Save and publish')).path).toBe(saved.path)
  expect(saved.text).toContain('On record: July 2025, DVLA Auction, hammer £2,000 reported')
  expect(await logOf(database, 'AB 7')).toEqual([{ kind: 'edited', change, reason }])
  expect(await site.read('/sales-explorer/data')).toContain(reason)
  const undone = await saved.press('Undo')
  expect(undone.text).toContain('On record: July 2025, DVLA Auction, hammer £1,000 reported')
  expect((await logOf(database, 'AB 7')).at(-1)).toMatchObject({
    kind: 'edited',
    change: 'Hammer price £2,000 → £1,000; total price £2,648 → £1,364',
    reason: expect.stringContaining('is withdrawn.'),
  })
})

test('a sale is removed with a reason, and restored by an undo with a preview', async () => {
  const { database, owner } = await openDesk()
  const [sale] = await salesOf(database, 'J 27', 'jersey_sales')
  const list = await DeskPage.open(owner, '/desk/sales?explorer=jersey&q=j27')
  const page = await list.follow('J 27')
  const refused = await page.press('Remove and publish')
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Say why in one sentence')])
  const removed = await page.press('Remove and publish', { reason: 'It fell through.' })
  expect(removed.path).toMatch(/^\/desk\/sales\?explorer=jersey&done=/)
  expect(await salesOf(database, 'J 27', 'jersey_sales')).toEqual([])

  const changes = await DeskPage.open(owner, '/desk/changes')
  const preview = await changes.follow('Details of J 27: Removed')
  expect(preview.row('J 27')).toContain('On record again: ')
  const undone = await preview.press('Undo')
  expect(undone.text).toContain('J 27: the sale is restored')
  expect(await salesOf(database, 'J 27', 'jersey_sales')).toEqual([
    { ...sale, updated_at: expect.any(String) },
  ])
  expect((await logOf(database, 'J 27')).map(({ kind }) => kind)).toEqual(['removed', 'restored'])
})

test('the second of two people who edit one sale gets a conflict and loses nothing', async () => {
  const { database, owner } = await openDesk()
  const [sale] = await salesOf(database, 'JB 1')
  const page = await DeskPage.open(owner, `/desk/sales/${sale?.id}`)
  const theirs = { source_url: 'https://example.com/theirs' }
  await editRows(database, 'sales', { id: sale?.id }, theirs)
  const conflict = await page.press('Save and publish', { note: 'Mine', reason: 'A note.' })
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain('has changed this sale since you opened it')
  expect(conflict.valueOf('note')).toBe('Mine')
  expect((await conflict.press('Save and publish')).status).toBe(200)
  expect((await salesOf(database, 'JB 1'))[0]).toMatchObject({ note: 'Mine', ...theirs })
})

test('invalid input about a sale is reported at its field, and nothing that was typed is lost', async () => {
  const { database, owner } = await openDesk()
  const form = await DeskPage.open(owner, '/desk/sales/new')
  const refused = await form.press('Record', {
    plate_number: 'AVI 2002',
    sale_year: '1800',
    hammer_price: '99999999999',
    total_price: 'POA',
    source_url: 'javascript:alert(1)',
    note: '<b>x</b>',
  })
  expect(refused.status).toBe(400)
  const faultOf = (name: string) => {
    const field = refused.root.querySelector(`[name=${name}]`)
    const fault = field?.getAttribute('aria-describedby')?.split(' ').at(-1)
    return field?.getAttribute('aria-invalid') === 'true' && refused.root.querySelector(`#${fault}`)?.text
  }
  expect(faultOf('plate_number')).toContain('is not one of its codes')
  expect(faultOf('sale_year')).toContain('“1800” is not a year')
  expect(faultOf('hammer_price')).toContain('too large for a price')
  expect(faultOf('total_price')).toContain('“POA” is not a price')
  expect(faultOf('source_url')).toContain('https://')
  expect(refused.valueOf('note')).toBe('<b>x</b>')

  const next = { ...SALE, plate_number: 'AB 11', sale_year: String(new Date().getFullYear() + 1) }
  expect((await form.press('Check', next)).text).toContain('is in the future.')
  const above = { ...SALE, plate_number: 'AB 11', hammer_price: '500', total_price: '400' }
  expect((await form.press('Check', above)).text).toContain('The hammer price is above the total price')
  const checked = await form.press('Check', { ...above, sale_year: '2020', sale_month: '5', total_price: '' })
  expect(checked.row('Total')).toBe('Total £722')
  const wrong = await form.press('Check', { ...SALE, total_price: '1400' })
  expect(wrong.text).toContain('a hammer price of £1,000 comes to £1,364, not £1,400: £36 more.')
  const disputed = await form.press('Check', { ...SALE, sale_month: '11' })
  expect(disputed.text).toContain('Sources disagree on the buyer’s premium')
  expect(await salesOf(database, 'AB 11')).toEqual([])
})

test('the list of sales is filtered by year and seller, and includes sales without a seller', async () => {
  const { owner } = await openDesk()
  expect((await DeskPage.open(owner, '/desk/sales?year=1800&seller=Nobody')).text).toMatch(/ [\d,]+ sales/)
  const list = await DeskPage.open(owner, '/desk/sales')
  const filtered = await list.press('Show', { seller: 'Bonhams' })
  expect(filtered.text).toMatch(/\d+ of [\d,]+ sales/)
  expect(filtered.text).toContain('including those without a seller')
  const sellers = new Set(
    filtered.root.querySelectorAll('tbody td:nth-child(4)').map(({ text }) => text.trim()),
  )
  expect([...sellers].sort()).toEqual(['Bonhams', 'not recorded'])
})
