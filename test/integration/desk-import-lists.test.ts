/** Lists that are imported at the desk without script: asked about, previewed, decided, written and undone. */

import { expect, test } from 'vitest'
import { findDeal } from '#services/deals/deal-store.ts'
import { addOrder } from '../add-order.ts'
import { makeWorkbook } from '../cli/make-workbook.ts'
import { findPlate } from '../find-plate.ts'
import { findRows } from '../rows.ts'
import { oddWorkbook } from '../stock-lists/odd-list.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, openDesk } from './open-desk.ts'

async function upload({ owner }: Desk, name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = await DeskPage.open(owner, '/desk/import')
  return settled({ owner }, await form.press('Read the list', { file: new File([content], name) }))
}

/** The page after the progress, which the answer shows if the machine is busy. */
async function settled({ owner }: Pick<Desk, 'owner'>, page: DeskPage): Promise<DeskPage> {
  return page.root.querySelector('progress')
    ? settled({ owner }, await DeskPage.open(owner, page.path))
    : page
}

const forSale = async ({ database }: Desk) =>
  (await findRows(database, 'plates', ['id'], { is_available: true, is_demonstration: false })).length

test('an odd list of stock is for sale after a few answers, and changes nothing when it comes again', async () => {
  const desk = await openDesk()
  const list = new Uint8Array(oddWorkbook(100))
  const asked = await upload(desk, 'stock.xlsx', list)
  expect(asked.text).toContain('Cherished No.')
  const twice = await asked.press('Continue', { 'column-0': 'plate_number', 'column-1': 'plate_number' })
  expect([twice.status, twice.valueOf('column-1')]).toEqual([400, 'plate_number'])
  const headings = { 'column-0': 'plate_number', 'column-1': '-' }
  const decide = await settled(desk, await twice.press('Continue', headings))
  expect(decide.text).toMatch(/rows need your decision/)
  await expect(decide.press('Add')).rejects.toThrow('no button')
  const open = await decide.follow('To decide')
  const rowOutcomes = open.root
    .querySelectorAll('tbody [data-outcome]')
    .map((cell) => cell.getAttribute('data-outcome'))
  expect(new Set(rowOutcomes)).toEqual(new Set(['needs-decision']))
  const decided = await settled(
    desk,
    await decide.press('Apply', { no_price: 'draft', reading: 'accept', vat: 'add' }),
  )
  const written = await settled(desk, await decided.press('Add '))
  // 9 of the 100 rows are sold, and 5 of the others have no price.
  expect(written.text).toContain('91 plates added, 0 changed.')
  expect(await forSale(desk)).toBe(86)
  expect((await upload(desk, 'stock.xlsx', list)).text).toContain('There is nothing to import')
})

test('dates that may have the month first are asked about once, and the answer can be changed', async () => {
  const desk = await openDesk()
  const list = 'Reg,Price,Bought,Expiry\nBU61 ABC,1250,07/12/2024,12/31/2030\nBU62 ABC,1250,,04/05/2030\n'
  const asked = await upload(desk, 'stock.csv', list)
  expect(asked.text).toContain('“12/31/2030” on line 2')
  const preview = await settled(
    desk,
    await asked.press('Continue', { 'order Bought': 'day_first', 'order Expiry': 'month_first' }),
  )
  expect(preview.text).toMatch(/bought on 7 Dec 2024.*expires on 31 Dec 2030.*expires on 5 Apr 2030/)
  const changed = await preview.press('Read the list again', { 'order Bought': 'month_first' })
  expect((await settled(desk, changed)).text).toMatch(/bought on 12 Jul 2024.*expires on 5 Apr 2030/)
})

test('a list that takes a plate from its buyer is written once that is decided, and the deal stays as it is', async () => {
  const desk = await openDesk()
  const { id } = await addOrder(desk.database, { plate_number: '1 KP', name: 'Mrs Ash' })
  const before = await findDeal(desk.database, id)
  const asked = await upload(desk, 'stock.csv', 'Reg,Price,Status\n1 KP,1235,sold\n')
  expect(asked.text).toContain('1 plate with an open deal')
  expect(asked.row('2')).toContain('To decide Mrs Ash has agreed to buy 1 KP.')
  const leftOut = await settled(desk, await asked.press('Apply', { deal: 'refuse' }))
  expect(leftOut.row('2')).toContain('Refused')
  const decided = await settled(desk, await leftOut.press('Apply', { deal: 'go_ahead' }))
  expect((await settled(desk, await decided.press('Change 1'))).text).toContain('0 plates added, 1 changed')
  expect(await findPlate(desk.database, '1 KP')).toMatchObject({ status: 'sold', dealId: null })
  expect(await findDeal(desk.database, id)).toEqual(before)
})

test('a list that is discarded by a double press is gone, and both presses lead to where lists are chosen', async () => {
  const desk = await openDesk()
  const asked = await upload(desk, 'stock.csv', 'Reg,Price,Mystery\nBU61 ABC,1250,x\n')
  for (const page of [await asked.press('Discard this file'), await asked.press('Discard this file')])
    expect([page.status, page.path]).toEqual([200, '/desk/import'])
})

test('a list that is sent without its file is asked for, and its kind is kept', async () => {
  const { owner } = await openDesk()
  const refused = await (await DeskPage.open(owner, '/desk/import')).press('Read the list', {
    kind: 'auction',
  })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Choose a file first.')])
  expect(refused.valueOf('kind')).toBe('auction')
})

test('two lists side by side are read one below the other if a person says so', async () => {
  const desk = await openDesk()
  const asked = await upload(desk, 'stock.csv', 'Reg,Price,,Reg,Price\nBU61 ABC,1250,,BU62 ABC,1300\n')
  expect(asked.text).toContain('two lists side by side: columns A to B and D to E')
  expect((await asked.press('Continue')).text).toContain('Say which of the lists are to be read.')
  const preview = await settled(desk, await asked.press('Continue', { 'side-by-side': 'below' }))
  const written = await settled(desk, await preview.press('Add 2 plates'))
  expect(written.text).toContain('2 plates added')
})

test('a corrected list of results takes the place of the refused one, and nothing is typed again', async () => {
  const desk = await openDesk()
  const list = (price: string) => `Lot,Registration,Hammer price\n1,XD 11,500\n2,XD 12,${price}\n`
  const asked = await upload(desk, 'B997.csv', list('5OO'))
  const refused = await settled(
    desk,
    await asked.press('Continue', { month: '2025-06', source: 'https://x.test/' }),
  )
  expect(refused.text).toContain('1 row is refused')
  const none = await refused.press('Read the corrected list', {})
  const field = none.root.querySelector('[name=file][aria-invalid]')?.closest('.desk-field')
  expect([none.status, field?.text]).toEqual([400, expect.stringContaining('Choose a file first.')])
  const file = new File([list('500')], 'B997 corrected.csv')
  const preview = await settled(desk, await refused.press('Read the corrected list', { file }))
  expect(preview.text).toContain('Import B997 corrected.csv')
  const written = await settled(desk, await preview.press('Add 2 sales'))
  expect(written.text).toContain('2 sales added')

  for (const name of ['B997.csv', 'B997 corrected.csv', 'results of B997 (final).csv']) {
    const again = await upload(desk, name, list('600'))
    expect(['name', 'month', 'source'].map((field) => again.valueOf(field))).toEqual([
      'B997',
      '2025-06',
      'https://x.test/',
    ])
  }
  expect((await upload(desk, 'B996.csv', list('600'))).valueOf('month')).toBe('')
})

const sales = ({ database }: Desk, registration: string) =>
  findRows(database, 'sales', ['hammer_price'], { plate_number: registration })

/** 20 lots, every tenth of them unsold. */
const results = (price = 1000) =>
  new Uint8Array(
    makeWorkbook([
      {
        name: 'Results',
        rows: [
          ['Results of the auction'],
          [],
          ['Lot No', 'Registration', 'Reserve', 'Current Price'],
          ...Array.from({ length: 20 }, (_, index) => [
            index + 1,
            `XD ${index + 11}`,
            250,
            index % 10 === 9 ? null : index === 0 ? price : 300 + index,
          ]),
        ],
        hiddenColumns: [3],
      },
    ]),
  )

test('the results of an auction are recorded; a corrected list needs a reason, and is undone as a whole', async () => {
  const desk = await openDesk()
  const asked = await upload(desk, 'B999 results.xlsx', results())
  expect(asked.valueOf('kind')).toBe('auction')
  expect(asked.valueOf('name')).toBe('B999')
  const refused = await asked.press('Continue', { month: 'June' })
  expect([refused.status, refused.valueOf('month')]).toEqual([400, 'June'])
  expect(refused.text).toContain('“June” is not a month')
  const preview = await settled(desk, await refused.press('Continue', { month: '2025-06' }))
  expect(preview.text).toContain('Headings on row 3.')
  expect(preview.text).toContain('the workbook hides them: Reserve.')
  expect((await preview.follow('Left out')).text).toMatch(/XD 20.*unsold.*XD 30.*unsold/)
  const written = await settled(desk, await preview.press('Add 18 sales'))
  expect(written.text).toContain('18 sales added, 0 completed, 0 corrected.')
  const notes = (await findRows(desk.database, 'sales', ['note'])).map(({ note }) => String(note))
  expect(notes.filter((note) => note.startsWith('DVLA auction B999, lot '))).toHaveLength(18)
  const explorer = written.root.querySelector('a[href^="/sales-explorer"]')?.getAttribute('href')
  expect(explorer).toMatch(/^\/sales-explorer\?seller=DVLA\+Auction&from=2025/)

  const again = await upload(desk, 'B999.xlsx', results(1100))
  const decide = await settled(desk, await again.press('Continue', { month: '2025-06' }))
  expect(decide.text).toContain('1 row contradicts a sale on record')
  expect(decide.text).toContain('Hammer price £1,000 → £1,100; total price £1,364 → £1,492')
  const choice = decide.root.querySelector('[form][type=radio]')?.getAttribute('name') ?? ''
  const long = 'x'.repeat(1001)
  const tooLong = await decide.press('Apply the choices below', { [choice]: 'replace', reason: long })
  expect([tooLong.status, tooLong.valueOf('reason')]).toEqual([400, long])
  const chosen = await settled(
    desk,
    await decide.press('Apply the choices below', { [choice]: 'replace', reason: '' }),
  )
  expect(chosen.text).toContain('The corrections need a reason')
  const reason = 'The auctioneer corrected its list.'
  const explained = await settled(desk, await chosen.press('Apply the choices below', { reason }))
  const corrected = await settled(desk, await explained.press('Correct 1'))
  expect(corrected.text).toContain('0 sales added, 0 completed, 1 corrected.')
  expect(await findRows(desk.database, 'corrections', ['plate_number', 'reason'])).toEqual([
    { plate_number: 'XD 11', reason },
  ])
  const changes = await DeskPage.open(desk.owner, '/desk/changes')
  expect((await (await changes.follow('Details of 0 sales added')).press('Undo')).path).toContain('done=')
  expect(await sales(desk, 'XD 11')).toEqual([{ hammer_price: 1000 }])
})

test('a list of sold prices leaves out what is refused, is read as another kind, and is undone at once', async () => {
  const desk = await openDesk()
  const rows = 'XE 11,Bonhams,Jul 2024,900\nXE 12,Bonhams,Jul 2024,x\n'
  const preview = await upload(desk, 'prices.csv', `Plate,Seller,Date,Hammer\n${rows}`)
  expect(preview.valueOf('kind')).toBe('uk')
  expect(preview.text).toContain('Leave out the 1 refused row')
  const unsaid = await settled(desk, await preview.press('Add 1 sale'))
  expect(unsaid.text).toContain('Nothing was imported: tick the box')
  const written = await settled(desk, await preview.press('Add 1 sale', { 'leave-out': 'yes' }))
  expect(written.text).toContain('1 sale added, 0 completed, 0 corrected.')
  expect(await sales(desk, 'XE 11')).toHaveLength(1)
  expect((await written.press('Undo the whole import')).path).toContain('done=')
  expect(await sales(desk, 'XE 11')).toEqual([])

  const stock = await upload(desk, 'mixed.csv', 'Reg,Price,Sold on\nJ 98765,4500,2024\n')
  expect(stock.valueOf('kind')).toBe('stock')
  const jersey = await settled(desk, await stock.press('Read again', { kind: 'jersey' }))
  const added = await settled(desk, await jersey.press('Add 1 Jersey sale'))
  expect(added.text).toContain('1 Jersey sale added, 0 completed, 0 corrected.')
})
