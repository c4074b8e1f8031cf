/** Decisions in an import of stock, given by options. */
import { expect, it } from 'vitest'
import { addOrder } from '../add-order.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const LIST =
  'Reg,Price,Cost\nAB 12,POA,\nAB 13,7.6k,\nAB 14,"£3,000 + VAT",\nAB 15,"4,500 ono",\nAB 16,500,ask\n'

const list = (office: TestCli) => office.file('stock.csv', LIST)

async function stock(office: TestCli) {
  const rows = (await office.rows('plates')).filter((row) => row.is_demonstration === false)
  return rows.map((row) => `${row.plate_number} ${row.price}${row.is_available ? '' : ' off'}`)
}

it('a row that needs a decision is refused without an option, which the import names', async () => {
  const office = openTestCli()
  const { code, out, notes } = await office.run('plates', 'import', list(office))
  expect([code, out.at(-1)]).toEqual([1, '5 refused, so nothing has been imported.'])
  expect(notes).toEqual([
    'Correct those rows, or import only the good ones with --keep-good.',
    '1 plate has no price: --unpriced draft imports them as drafts.',
    '2 prices need checking: --read-prices accept uses them as listed above.',
    '1 price is before VAT: --vat add adds it, and --vat as-written does not.',
    '1 row has a cell that cannot be read: --unreadable note puts those cells into the private notes, and --unreadable skip leaves them out.',
  ])
  expect(await stock(office)).toEqual([])
})

it('rows that need a decision are decided by options', async () => {
  const office = openTestCli()
  const options = ['--unpriced', 'draft', '--read-prices', 'accept', '--vat', 'add', '--unreadable', 'skip']
  const { code, out } = await office.run('plates', 'import', list(office), ...options)
  expect([code, out]).toEqual([0, ['5 plates added, 0 changed, 0 unchanged, 0 refused.']])
  expect(await stock(office)).toEqual([
    'AB 12 null off',
    'AB 13 7600',
    'AB 14 3600',
    'AB 15 4500',
    'AB 16 500',
  ])
})

it('an import withdraws plates that the list lacks with --missing withdraw, and no others without', async () => {
  const office = openTestCli()
  const file = office.file('one.csv', 'Reg,Price\n7 W,285000\n')
  expect((await office.run('plates', 'import', file)).out).toEqual([
    '0 plates added, 0 changed, 1 unchanged, 0 refused.',
  ])
  const { notes } = await office.run('plates', 'import', file, '--missing', 'withdraw')
  expect(notes[0]).toMatch(/^Taken off sale: /)
  const forSale = (await office.rows('plates')).filter((row) => row.is_available)
  expect(forSale.map((row) => row.plate_number)).toEqual(['7 W'])
})

it('a plate that the list takes from a deal is refused with the name of the buyer, unless --deals go-ahead', async () => {
  const office = openTestCli()
  await addOrder(office.client, { plate_number: '7 W', name: 'Mrs Ash' })
  const file = office.file('sold.csv', 'Reg,Price,Sold\n7 W,285000,yes\n')
  const refused = await office.run('plates', 'import', file)
  expect([refused.code, refused.out[0]]).toEqual([1, 'line 2: refused 7 W: Mrs Ash has agreed to buy 7 W.'])
  expect(refused.notes).toContain('1 plate has an open deal: --deals go-ahead changes them all the same.')
  const { code, out } = await office.run('plates', 'import', file, '--deals', 'go-ahead')
  expect([code, out]).toEqual([0, ['0 plates added, 1 changed, 0 unchanged, 0 refused.']])
})

it('a row that needs a decision is not decided by an unknown word', async () => {
  const office = openTestCli()
  const { code, all } = await office.run('plates', 'import', list(office), '--vat', 'maybe')
  expect([code, all]).toEqual([2, expect.stringContaining('--vat is one of add, as-written, refuse.')])
})
