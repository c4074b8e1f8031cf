/** What the pages of the stock ask before they take a plate from an open deal, without script. */

import { beforeEach, expect, test } from 'vitest'
import { findDeal } from '#services/deals/deal-store.ts'
import { addOrder } from '../add-order.ts'
import type { DeskVisitor } from '../desk.ts'
import { findPlate } from '../find-plate.ts'
import { editRows } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, ORIGIN, openDesk } from './open-desk.ts'

const NOT_AGREED = { agreed_on: null, deposit_by: null, balance_by: null }
const AGREED = 'Mrs Ash has agreed to buy 1 KP.'
const QUOTED = 'Mr Box has an open quote for 1 KP until 31 December 2999.'

let database: Desk['database']
let ann: DeskVisitor
let ash: Awaited<ReturnType<typeof addOrder>>
let box: Awaited<ReturnType<typeof addOrder>>

/** Mr Box has a quote for 1 KP, which Mrs Ash has agreed to buy. */
beforeEach(async () => {
  ;({ database, owner: ann } = await openDesk())
  box = await addOrder(database, { plate_number: '1 KP', name: 'Mr Box', ...NOT_AGREED })
  ash = await addOrder(database, { plate_number: '1 KP', name: 'Mrs Ash' })
})

const plate = () => findPlate(database, '1 KP')
const open = (page = '') => DeskPage.open(ann, `/desk/stock/${ash.plateId}${page}`)

/** The box to tick. */
const boxOf = ({ root }: DeskPage) =>
  root.querySelector('input[name="confirmed"]')?.getAttribute('value') ?? null

const linksOf = ({ root }: DeskPage) =>
  root.querySelectorAll('.desk-note a').map((link) => link.getAttribute('href'))

const dealLinks = () => [ash, box].map(({ id }) => `/desk/deals/${id}`)

test('the page that sells a plate names its deals when it is opened, and sells once that is confirmed', async () => {
  const before = await findDeal(database, ash.id)
  const form = await open('/sell')
  expect(boxOf(form)).toBe(`${AGREED} ${QUOTED}`)
  expect(linksOf(form)).toEqual(dealLinks())
  const refused = await form.press('Sell 1 KP', { price: '100' })
  expect([refused.status, (await plate()).status]).toEqual([400, 'reserved'])
  const sold = await refused.press('Sell 1 KP', { price: '100', confirmed: boxOf(refused) })
  expect(sold.text).toContain('1 KP sold for £100')
  expect(await plate()).toMatchObject({ status: 'sold', dealId: null })
  expect(await findDeal(database, ash.id)).toEqual(before)
  expect((await DeskPage.open(ann, `/desk/deals/${ash.id}`)).text).toContain('1 KP is sold to somebody else.')
})

test('the page that reserves a plate names its deals, and asks unless it is for the person of each', async () => {
  await editRows(database, 'deals', { id: box.id }, { outcome: 'lost', ended_at: '2026-11-20T12:00:00Z' })
  const form = await open('/reserve')
  expect([boxOf(form), linksOf(form)]).toEqual([null, [`/desk/deals/${ash.id}`]])
  const asked = await form.press('Reserve', { until: '2099-12-31', for: 'Mrs Cox' })
  expect([asked.status, boxOf(asked)]).toEqual([400, AGREED])
  expect(asked.valueOf('for')).toBe('Mrs Cox')
  const reserved = await asked.press('Reserve', { confirmed: boxOf(asked) })
  expect(reserved.text).toContain('Reserved until 31 Dec 2099 for Mrs Cox')
  const back = await (await open('/reserve')).press('Reserve', { for: 'Mrs Ash' })
  expect(back.text).toContain('for Mrs Ash')
})

test('a plate that somebody wants is withdrawn on its page once that is confirmed, and what is agreed does not go on sale', async () => {
  const refused = await (await open()).press('Put on sale')
  expect(refused.text).toContain(AGREED)
  expect([linksOf(refused), boxOf(refused)]).toEqual([[`/desk/deals/${ash.id}`], null])
  expect((await plate()).status).toBe('reserved')
  const asked = await (await open()).press('Withdraw')
  expect([boxOf(asked), linksOf(asked)]).toEqual([`${AGREED} ${QUOTED}`, dealLinks()])
  expect((await plate()).status).toBe('reserved')
  const again = await asked.press('Withdraw it')
  expect((await plate()).status).toBe('reserved')
  await again.press('Withdraw it', { confirmed: boxOf(again) })
  expect((await plate()).status).toBe('withdrawn')
})

test('a row of the list that takes a plate from its deals says so, with a link to where it is confirmed', async () => {
  const list = await DeskPage.open(ann, '/desk/stock?status=reserved')
  const refused = await list.press('Save', { status: 'for_sale' })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(AGREED)])
  const asked = await list.press('Save', { status: 'draft' })
  expect(asked.status).toBe(400)
  expect(asked.text).toContain(`${AGREED} ${QUOTED}`)
  const page = await asked.follow('See the deals')
  expect((await plate()).status).toBe('reserved')
  await page.press('Make it a draft', { confirmed: boxOf(page) })
  expect((await plate()).status).toBe('draft')
})

test('many plates at once list the deals in the preview as what is to be confirmed, and leave agreed plates off sale', async () => {
  const bulk = async (fields: Record<string, string>) => {
    const { csrf } = await ann.open('/desk/stock')
    const refs = await Promise.all(
      ['1 KP', 'H34 VEN'].map(async (registration) => {
        const { id, updatedAt } = await findPlate(database, registration)
        return `${id} ${updatedAt}`
      }),
    )
    const sent = { csrf, what: 'status', back: '/stock', refs: refs.join('\n'), ...fields }
    return ann.send('/desk/stock/bulk', {
      method: 'POST',
      body: new URLSearchParams(sent),
      headers: { Origin: ORIGIN },
    })
  }
  const preview = await (await bulk({ step: 'preview', to: 'withdrawn' })).text()
  for (const link of dealLinks()) expect(preview).toContain(`href="${link}"`)
  const question = /name="confirmed"[^>]*value="([^"]*)"/.exec(preview)?.[1] ?? ''
  expect(question).toBe(`${AGREED} ${QUOTED}`)
  const refused = await bulk({ step: 'confirm', to: 'withdrawn' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(question)])
  expect((await findPlate(database, 'H34 VEN')).status).toBe('for_sale')
  expect((await bulk({ step: 'confirm', to: 'withdrawn', confirmed: question })).status).toBe(302)
  for (const registration of ['1 KP', 'H34 VEN'])
    expect((await findPlate(database, registration)).status).toBe('withdrawn')
  const offered = await (await bulk({ step: 'preview', to: 'for_sale' })).text()
  expect(offered).toContain('Left unchanged: 1 plate that somebody has agreed to buy (1 KP')
  expect(offered).not.toContain('name="confirmed"')
})

test('a form of a plate that was quoted since it was opened does not blame who changed it before', async () => {
  const { id, updatedAt } = await findPlate(database, 'H34 VEN')
  await ann.submit(`/desk/stock/${id}`, { seenAt: updatedAt, priceGbp: '4500' })
  const form = await DeskPage.open(ann, `/desk/stock/${id}/sell`)
  // As a quote does.
  await editRows(database, 'plates', { id }, { plate_number: 'H34 VEN' })
  const late = await form.press('Sell H34 VEN')
  expect(late.status).toBe(409)
  expect(late.text).toContain('Someone has changed this since you opened it.')
})
