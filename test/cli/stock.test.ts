/** The commands for statuses, private columns, repricing, and undo. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SALES } from '../seed-sales.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const stockRow = async (office: TestCli, registration: string) => {
  const { out } = await office.run('plates', 'show', registration, '--json')
  return JSON.parse(out.join('\n')) as Record<string, unknown>
}

describe('a status', () => {
  it('is set by registration, shown in the list, and replaced by the next', async () => {
    const office = openTestCli()
    expect((await office.run('plates', 'draft', '7w', 'h8')).out).toEqual([
      '7 W is a draft.',
      'H 8 is a draft.',
    ])
    const reserve = ['plates', 'reserve', '1 KP', '--until', '31/12/2099', '--for', 'Mrs Ash']
    expect((await office.run(...reserve)).out).toEqual(['1 KP is reserved until 31 December 2099.'])
    expect((await office.run('plates', 'list')).notes).toEqual(['37 plates for sale.'])
    expect((await office.run('plates', 'list', '--status', 'draft')).out).toHaveLength(2)
    expect((await office.run('plates', 'list', '--status', 'reserved')).out[0]).toMatch(
      /^ {2}1 KP .*reserved until 2099-12-31/,
    )
    expect(await stockRow(office, '1 KP')).toMatchObject({ reserved_for: 'Mrs Ash', is_available: false })
    expect((await office.run('plates', 'for-sale', '7 W', 'H 8', '1 KP')).code).toBe(0)
    expect(await stockRow(office, '1 KP')).toMatchObject({ status: 'for_sale', reserved_for: null })
    expect((await office.run('plates', 'list')).notes).toEqual(['40 plates for sale.'])
    expect((await office.run('audit')).all).not.toContain('Ash')
  })

  it.each([
    [['reserve', '7 W'], 2, 'reserved until: enter the last day'],
    [['reserve', '7 W', '--until', '1/1/2020'], 2, 'reserved until: it must be a day in the future.'],
    [['list', '--status', 'gone'], 2, '--status needs draft, for-sale, reserved, sold or withdrawn.'],
    [['draft', '7 W', 'ZZ 999'], 1, 'There is no plate ZZ 999 in the stock.'],
  ])('is refused: plates %j', async (args, code, message) => {
    const office = openTestCli()
    const before = await office.rows('plates')
    expect(await office.run('plates', ...args)).toMatchObject({ code, all: expect.stringContaining(message) })
    expect(await office.rows('plates')).toEqual(before)
  })

  it('without a price is a draft until it has one', async () => {
    const office = openTestCli()
    expect((await office.run('plates', 'add', 'AB 1', '--draft')).out).toEqual([
      'AB 1 is added without a price, a draft.',
    ])
    expect(await office.run('plates', 'for-sale', 'AB 1')).toMatchObject({
      code: 1,
      all: 'AB 1 has no price, so nothing has been changed. A plate needs one to be for sale or reserved.',
    })
    const { out } = await office.run('plates', 'edit', 'AB 1', '--price', '950', '--available', 'yes')
    expect(out).toEqual(['AB 1: price none → £950; for sale.'])
    expect((await office.run('plates', 'list', '--search', 'AB1')).out[0]).toMatch(/AB 1 +£950/)
  })
})

it('private columns are set, shown and removed, and do not reach the exports', async () => {
  const office = openTestCli()
  const values = [
    '--cost',
    '£9,000',
    '--document',
    'V778',
    '--document-expires',
    '1/4/2036',
    '--notes',
    'From Mr Oak',
  ]
  expect((await office.run('plates', 'edit', '7 W', ...values)).out).toEqual([
    '7 W: cost none → £9,000; document none → V778; document expires on none → 2036-04-01; notes changed.',
  ])
  expect(await stockRow(office, '7w')).toMatchObject({ cost: 9000, notes: 'From Mr Oak' })
  expect((await office.run('plates', 'show', '7w')).all).toMatch(/notes +From Mr Oak/)
  const file = office.file('all.json', '')
  await office.run('plates', 'export', file)
  expect(readFileSync(file, 'utf8')).toContain('"7 W"')
  expect(readFileSync(file, 'utf8')).not.toContain('From Mr Oak')
  expect((await office.run('plates', 'edit', '7 W', '--notes', '')).out).toEqual(['7 W: notes removed.'])
  expect(await office.run('plates', 'edit', '7 W', '--cost', 'much', '--document', 'receipt')).toMatchObject({
    code: 2,
    all: expect.stringMatching(/^cost: “much” is not a price.* document: “receipt” is not one of/),
  })
  expect((await office.run('plates', 'edit', '7 W', '--cost', '9000')).out).toEqual([
    '7 W already has these values.',
  ])
})

describe('many prices', () => {
  it('are previewed, changed together, and undone together', async () => {
    const office = openTestCli()
    const before = await office.rows('plates')
    const prices = ['plates', 'reprice', '7 W', '1 KP', '--up', '10%', '--round', '1000']
    const shown = await office.run(...prices, '--dry-run')
    expect(shown.out[0]).toBe('  7 W   £285,000 → £314,000')
    expect(shown.out.at(-1)).toBe('2 prices would change.')
    expect(await office.rows('plates')).toEqual(before)
    expect(await office.run(...prices)).toMatchObject({
      code: 2,
      all: expect.stringContaining('This changes 2 prices: confirm with --yes.'),
    })
    expect((await office.runInteractive(['no'], ...prices)).out.at(-1)).toBe('Nothing has been changed.')
    expect(await office.rows('plates')).toEqual(before)
    const done = await office.run(...prices, '--yes')
    expect(done.out.at(-1)).toBe('Changed 2 prices up 10% to the nearest £1,000.')
    expect(await stockRow(office, '7 W')).toMatchObject({ price: 314_000 })
    expect((await office.run('plates', 'undo')).out).toEqual([
      'Undone: 2 prices up 10% to the nearest £1,000.',
      'Restored: 1 KP and 7 W.',
    ])
    const prices_ = (rows: Record<string, unknown>[]) => rows.map(({ price }) => price)
    expect(prices_(await office.rows('plates'))).toEqual(prices_(before))
  })

  it('of the whole stock mean those of plates for sale', async () => {
    const office = openTestCli()
    const { out } = await office.run('plates', 'reprice', '--all', '--down', '£1', '--yes')
    expect(out.at(-1)).toBe('Changed 40 prices down £1.')
  })

  it.each([
    [['--up', '5%'], 'Name the plates, or pass --all'],
    [['7 W', '--all', '--up', '5%'], 'Name the plates, or pass --all'],
    [['7 W'], 'Pass --up or --down with 5% or £100.'],
    [['7 W', '--up', '5%', '--down', '5%'], 'Pass --up or --down with 5% or £100.'],
    [['7 W', '--down', '100%'], 'by how much: a price cannot fall by 100% or more.'],
    [['7 W', '--up', '5%', '--round', '0'], 'rounding: enter a step'],
  ])('are refused: plates reprice %j', async (args, message) => {
    const office = openTestCli()
    const answer = await office.run('plates', 'reprice', ...args, '--yes')
    expect(answer).toMatchObject({ code: 2, all: expect.stringContaining(message) })
  })
})

describe('a change', () => {
  it('is listed and undone, with the sale that it recorded', async () => {
    const office = openTestCli()
    await office.run('plates', 'add', 'AB 1', '--price', '950')
    const sales = (await office.rows('sales')).length
    await office.run('plates', 'sold', 'AB 1', '--price', '900', '--date', '2025-11', '--record')
    expect(await office.rows('sales')).toHaveLength(sales + 1)
    const listed = await office.run('plates', 'changes', 'AB 1')
    expect(listed.notes).toEqual(['2 changes.'])
    expect(listed.out[0]).toMatch(
      /^ {2}[0-9a-f]{8} {2}20.* UTC {2}\S+ {2}AB 1 sold for £900, its sale recorded$/,
    )
    const [latest] = JSON.parse((await office.run('plates', 'changes', '--json')).out.join('\n'))
    expect((await office.run('plates', 'undo', latest.batch.slice(0, 8))).out).toEqual([
      'Undone: AB 1 sold for £900, its sale recorded.',
    ])
    expect(await office.rows('sales')).toHaveLength(sales)
    expect((await office.run('plates', 'list')).out.join('\n')).toMatch(/AB 1 +£950/)
    expect((await office.run('plates', 'changes', 'AB 1')).out[1]).toContain('(undone)')
    expect(await office.run('plates', 'undo', latest.batch)).toMatchObject({
      code: 1,
      all: 'This change has already been undone.',
    })
    // The latest own change that has not been undone: the added plate.
    expect((await office.run('plates', 'undo')).out).toEqual(['Undone: AB 1 added at £950.'])
    expect((await office.run('plates', 'show', 'AB 1')).code).toBe(1)
    expect((await office.run('plates', 'undo')).all).toContain(
      'You have no changes of the last 30 days left to undo',
    )
  })
})

describe('undo', () => {
  it.each([
    ['all', 2, 'A change has an id such as 3f2a91c4'],
    ['0000', 1, 'There is no change 0000 in the last 30 days'],
  ])('of “%s” is refused', async (id, code, message) => {
    const office = openTestCli()
    await office.run('plates', 'feature', '7 W', '--undo')
    expect(await office.run('plates', 'undo', id)).toMatchObject({
      code,
      all: expect.stringContaining(message),
    })
    expect(await office.rows('sales')).toHaveLength(SALES)
  })
})
