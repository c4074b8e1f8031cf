import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SALES } from '../seed-sales.ts'
import { openTestCli } from './open-cli.ts'

describe('a plate', () => {
  it('is added in its normalised spelling, with its category', async () => {
    const office = openTestCli()
    const { code, out } = await office.run(
      'plates',
      'add',
      'ab51abc',
      '--price',
      '£1,250',
      '--description',
      'A, B',
    )
    expect([code, out]).toEqual([0, ['AB51 ABC is added at £1,250.']])
    expect((await office.rows('plates')).find((row) => row.plate_number === 'AB51 ABC')).toMatchObject({
      price: 1250,
      category: 'Current',
      description: 'A, B',
      detailed_description: null,
      is_available: true,
      is_feature: false,
      is_demonstration: false,
    })
  })

  it('is not added twice, without a price, or with a registration that fits no system', async () => {
    const office = openTestCli()
    await office.run('plates', 'add', 'AB 1', '--price', '5')
    expect(await office.run('plates', 'add', 'ab1', '--price', '6')).toMatchObject({
      code: 1,
      all: 'AB 1 is already in the stock: change it with “plates edit”.',
    })
    expect((await office.run('plates', 'add', 'AB 2')).all).toMatch(
      /^A new plate needs a price: --price <pounds>\. See/,
    )
    expect((await office.run('plates', 'add', 'ABCD', '--price', '1')).all).toMatch(
      /^registration: ABCD has no figures/,
    )
    expect((await office.run('plates', 'add', 'AVI 2002', '--price', '1', '--allow-doubtful')).code).toBe(0)
  })

  it('is found in any spelling, and shown in full', async () => {
    const office = openTestCli()
    const { out } = await office.run('plates', 'show', '7w')
    expect(out.join('\n')).toMatch(/plate_number +7 W\n {2}price +285000\n/)
    expect(JSON.parse((await office.run('plates', 'show', '7 W', '--json')).out.join(''))).toMatchObject({
      price: 285_000,
    })
    expect(await office.run('plates', 'show', 'ZZ 999')).toMatchObject({
      code: 1,
      all: 'There is no plate ZZ 999 in the stock.',
    })
  })

  it('changes only in the given fields', async () => {
    const office = openTestCli()
    const before = (await office.rows('plates')).find((row) => row.plate_number === '7 W')
    const { out } = await office.run('plates', 'edit', '7w', '--price', '280,000', '--description', '')
    expect(out[0]).toMatch(/^7 W: price £285,000 → £280,000; description One figure/)
    expect((await office.rows('plates')).find((row) => row.plate_number === '7 W')).toEqual({
      ...before,
      price: 280_000,
      description: null,
      updated_at: expect.any(String),
    })
    expect((await office.run('plates', 'edit', '7w')).code).toBe(2)
    expect((await office.run('plates', 'edit', '7w', '--price', '')).all).toContain('price cannot be empty')
  })

  it('says in a sentence why it costs more or less, which is exported, imported and removed', async () => {
    const office = openTestCli()
    const reason = 'The only figure 7 with this letter, and held by one family since 1964.'
    const saved = async () =>
      (await office.rows('plates')).find((row) => row.plate_number === '7 W')?.price_reason
    expect((await office.run('plates', 'edit', '7w', '--price-reason', reason)).code).toBe(0)
    expect(await saved()).toBe(reason)
    const exported = office.file('all.csv', '')
    await office.run('plates', 'export', exported)
    expect(readFileSync(exported, 'utf8')).toContain(`,"${reason}",`)
    const list = office.file('stock.csv', 'Registration,Price,Why this price\n7 W,285000,It is the best.\n')
    expect((await office.run('plates', 'import', list)).code).toBe(0)
    expect(await saved()).toBe('It is the best.')
    expect((await office.run('plates', 'edit', '7w', '--price-reason', '')).code).toBe(0)
    expect(await saved()).toBe(null)
  })

  it.each(['0', '-5', 'POA', '1.5', 'sold'])('rejects the price %j', async (price) => {
    const office = openTestCli()
    const before = await office.rows('plates')
    const { code, all } = await office.run('plates', 'edit', '7 W', `--price=${price}`)
    expect([code, all]).toEqual([2, expect.stringContaining(`“${price}”`)])
    expect((await office.run('plates', 'add', 'AB 1', `--price=${price}`)).code).toBe(2)
    expect(await office.rows('plates')).toEqual(before)
  })

  it('can be given a corrected registration, unless another plate has it', async () => {
    const office = openTestCli()
    expect((await office.run('plates', 'edit', '7 W', '--registration', '7x')).code).toBe(0)
    expect((await office.run('plates', 'show', '7 X')).code).toBe(0)
    expect((await office.run('plates', 'edit', '7 X', '--registration', 'H 8')).all).toBe(
      'Another plate in the stock has that registration.',
    )
  })

  it('is featured and withdrawn, and both can be undone', async () => {
    const office = openTestCli()
    const row = async () => (await office.rows('plates')).find((plate) => plate.plate_number === '1 KP')
    expect((await office.run('plates', 'feature', '1 KP', '7 W')).out).toEqual([
      '1 KP is featured.',
      '7 W is featured.',
    ])
    await office.run('plates', 'withdraw', '1kp')
    expect(await row()).toMatchObject({ is_feature: true, is_available: false })
    await office.run('plates', 'withdraw', '1kp', '--undo')
    await office.run('plates', 'feature', '1kp', '--undo')
    expect(await row()).toMatchObject({ is_feature: false, is_available: true })
  })

  it('is unchanged if another of the same command is not found', async () => {
    const office = openTestCli()
    const before = await office.rows('plates')
    expect((await office.run('plates', 'withdraw', '7 W', 'ZZ 999')).code).toBe(1)
    expect(await office.rows('plates')).toEqual(before)
  })
})

describe('the list of the stock', () => {
  it('shows what is for sale, highest price first', async () => {
    const { out, notes } = await openTestCli().run('plates', 'list')
    expect(out[0]).toMatch(/^ {2}7 W +£285,000 {2}Single-Single +featured +demonstration$/)
    expect(out).toHaveLength(40)
    expect(notes).toEqual(['40 plates for sale.'])
  })

  it('can show everything, be searched, and be JSON', async () => {
    const office = openTestCli()
    expect((await office.run('plates', 'list', '--all')).out).toHaveLength(44)
    const { out } = await office.run('plates', 'list', '--search', '7w', '--json')
    expect(JSON.parse(out.join('\n'))).toMatchObject([{ plate_number: '7 W' }])
  })
})

describe('a sold plate', () => {
  const sold = ['plates', 'sold', '7 W', '--price', '£270,000', '--date', '20/11/2025']

  it('goes off sale, and its sale is recorded on request', async () => {
    const office = openTestCli()
    expect((await office.run(...sold, '--record')).out).toEqual([
      '7 W is off sale; its sale for £270,000 is recorded.',
    ])
    expect((await office.rows('plates')).find((row) => row.plate_number === '7 W')).toMatchObject({
      is_available: false,
    })
    expect((await office.rows('sales')).find((row) => row.plate_number === '7 W')).toMatchObject({
      where_sold: 'Plateworthy',
      sale_year: 2025,
      sale_month: 11,
      hammer_price: null,
      total_price: 270_000,
      price_basis: 'total',
      selection: 'own',
      category: 'Single-Single',
      type: 'Letter Last',
    })
  })

  it('is recorded once, however often the command runs', async () => {
    const office = openTestCli()
    await office.run(...sold, '--record')
    expect((await office.run(...sold, '--record')).out).toEqual([
      '7 W is off sale already; its sale for £270,000 is recorded.',
    ])
    expect(await office.rows('sales')).toHaveLength(SALES + 1)
  })

  it('is not recorded if declined, or without a terminal', async () => {
    const office = openTestCli()
    expect((await office.run(...sold, '--no-record')).all).toContain('not recorded')
    const { out, notes } = await office.run(...sold)
    expect(out[0]).toContain('not recorded')
    expect(notes).toEqual(['Pass --record to record the sale in the sales explorer.'])
    expect(await office.rows('sales')).toHaveLength(SALES)
  })

  it('asks for missing values', async () => {
    const office = openTestCli()
    const { notes, out } = await office.runInteractive(['', 'y'], 'plates', 'sold', '7 W', '--date', '2025')
    expect(notes).toEqual(['The price paid, in pounds?', 'Record the sale in the public sales explorer?'])
    expect(out).toEqual(['7 W is off sale; its sale for £285,000 is recorded.'])
  })

  it('requires a price without a terminal', async () => {
    const { code, all } = await openTestCli().run('plates', 'sold', '7 W')
    expect([code, all]).toEqual([
      2,
      'Missing price: --price <pounds>. See: npm run office -- plates sold --help',
    ])
  })

  it('is recorded as a Jersey sale on request', async () => {
    const office = openTestCli()
    await office.run('plates', 'add', 'JSY 7', '--price', '100')
    await office.run('plates', 'sold', 'JSY 7', '--price', '100', '--date', '2025-01', '--record', '--jersey')
    expect((await office.rows('jersey_sales')).find((row) => row.plate_number === 'JSY 7')).toMatchObject({
      total_price: 100,
    })
  })
})

describe('the demonstration stock', () => {
  it('is removed after confirmation, and the dealer’s own stock stays', async () => {
    const office = openTestCli()
    await office.run('plates', 'add', 'AB 1', '--price', '5')
    expect((await office.run('plates', 'clear-demo')).code).toBe(2)
    expect((await office.runInteractive([''], 'plates', 'clear-demo')).out).toEqual([
      'Nothing has been removed.',
    ])
    expect((await office.run('plates', 'clear-demo', '--yes')).out).toEqual([
      'Removed 44 demonstration plates.',
    ])
    expect((await office.rows('plates')).map((row) => row.plate_number)).toEqual(['AB 1'])
    expect((await office.run('plates', 'clear-demo')).out).toEqual(['There is no demonstration stock.'])
  })
})
