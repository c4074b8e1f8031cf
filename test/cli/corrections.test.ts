/** `sales edit` and `sales remove`; hosted.test.ts has an example on PostgREST. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openHostedCli, openTestCli, type TestCli } from './open-cli.ts'

const REASON = ['--reason', 'The house corrected its list.', '--yes']

async function add(office: TestCli, ...args: string[]) {
  expect((await office.run('sales', 'add', ...args)).code).toBe(0)
}

/** The log as 'AB 1 edited: Note none → “x” (reason)'. */
async function logOf(office: TestCli): Promise<string[]> {
  const { out } = await office.run('sales', 'corrections', '--json')
  const entries = JSON.parse(out.join('\n')) as Record<string, string>[]
  return entries.map(
    ({ explorer, plate_number, kind, change, reason }) =>
      `${explorer} ${plate_number} ${kind}: ${change} (${reason})`,
  )
}

async function trailOf(office: TestCli): Promise<string[]> {
  const { out } = await office.run('audit', '--json')
  const entries = JSON.parse(out.join('\n')) as Record<string, string>[]
  return entries.map(({ command, change }) => `${command}: ${change}`)
}

const salesOf = async (office: TestCli, registration: string, table = 'sales') =>
  (await office.rows(table)).filter((row) => row.plate_number === registration)

describe('a correction', () => {
  const open = () => openTestCli({}, { seed: false })

  it('a sale is corrected, and the public log and the audit trail say so', async () => {
    const office = open()
    await add(office, 'ab7', '--date', 'Jan 2024', '--seller', 'Bonhams', '--hammer', '4,520')
    const [before] = await salesOf(office, 'AB 7')
    const { code, out, notes } = await office.run(
      'sales',
      'edit',
      'ab7',
      ...['--hammer-price', '£4,250', '--new-month', 'Feb', '--note', 'From the house’s list', ...REASON],
    )
    const change =
      'Hammer price £4,520 → £4,250; month January → February; note none → “From the house’s list”'
    expect([code, out]).toEqual([
      0,
      [
        'The sale of AB 7 (January 2024, Bonhams, hammer £4,520 reported):',
        `  ${change}`,
        '  Reason: The house corrected its list.',
        'The sale of AB 7 is corrected: February 2024, Bonhams, hammer £4,250 reported.',
      ],
    ])
    expect(notes.join()).toContain('archive publish')
    const [after] = await salesOf(office, 'AB 7')
    expect(after).toEqual({
      ...before,
      hammer_price: 4250,
      sale_month: 2,
      note: 'From the house’s list',
      updated_at: after?.updated_at,
    })
    expect(await logOf(office)).toEqual([`uk AB 7 edited: ${change} (The house corrected its list.)`])
    expect((await trailOf(office)).at(-1)).toBe(
      `sales edit: AB 7: ${change}; reason: The house corrected its list.`,
    )
  })

  it('a sale of Jersey is removed, and the log says what it was', async () => {
    const office = open()
    await add(office, 'j99', '--jersey', '--date', '2020', '--total', '900', '--basis', 'hammer')
    expect((await office.run('sales', 'remove', 'J99', ...REASON)).all).toContain(
      "There is no sale of J 99 among the UK sales. It is among Jersey's sales: add --jersey.",
    )
    const { code, out } = await office.run('sales', 'remove', 'J99', '--jersey', ...REASON)
    expect([code, out.at(-1)]).toEqual([0, 'The sale of J 99 is removed.'])
    expect(await salesOf(office, 'J 99', 'jersey_sales')).toEqual([])
    expect(await logOf(office)).toEqual([
      'jersey J 99 removed: Removed: 2020, seller not recorded, hammer £900 reported (The house corrected its list.)',
    ])
    expect((await office.run('sales', 'corrections')).out[0]).toMatch(
      /^ {2}20\d\d-\d\d-\d\d {2}J 99 \(Jersey\) {2}Removed: 2020/,
    )
  })

  it('one of several is chosen by year, month, seller or id', async () => {
    const office = open()
    for (const [date, seller] of [
      ['Jan 2019', 'Bonhams'],
      ['Feb 2019', 'DVLA Auction'],
      ['Feb 2021', 'Bonhams'],
    ] as const)
      await add(office, 'AB 8', '--date', date, '--seller', seller, '--total', '100')
    const edit = ['sales', 'edit', 'AB 8', '--note', 'x', ...REASON]
    const several = await office.run(...edit)
    expect([several.code, several.notes.at(-1)]).toEqual([
      2,
      expect.stringContaining(
        'There are 3 sales of AB 8, listed above: choose one with --year, --month, --seller or --id.',
      ),
    ])
    expect(several.notes[0]).toMatch(/^ {2}[0-9a-f-]{8,36} {2}February 2021, Bonhams, total £100 reported$/)
    expect((await office.run(...edit, '--year', '2019')).all).toContain('There are 2 sales of AB 8')
    expect((await office.run(...edit, '--month', 'Feb', '--year', '2021')).code).toBe(0)
    expect((await office.run(...edit, '--seller', 'dvla')).code).toBe(0)
    const id = /^ +(\S+) .*January 2019/.exec(
      several.notes.find((line) => line.includes('January')) ?? '',
    )?.[1]
    expect((await office.run(...edit, '--id', id as string)).code).toBe(0)
    expect((await salesOf(office, 'AB 8')).map(({ note }) => note)).toEqual(['x', 'x', 'x'])
    const none = await office.run(...edit, '--year', '2020')
    expect([none.code, none.all]).toEqual([
      1,
      expect.stringContaining('None of the recorded sales of AB 8 matches'),
    ])
    const asked = await office.runInteractive(
      [id as string, 'yes'],
      ...['sales', 'remove', 'AB 8', '--reason', 'Never sold.'],
    )
    expect(asked.out.at(-1)).toBe('The sale of AB 8 is removed.')
    expect((await salesOf(office, 'AB 8')).map(({ sale_year }) => sale_year).sort()).toEqual([2019, 2021])
  })

  it('nothing is changed without a confirmation', async () => {
    const office = open()
    await add(office, 'AB 9', '--date', '2020', '--total', '100')
    const before = await salesOf(office, 'AB 9')
    const edit = ['sales', 'edit', 'AB 9', '--total-price', '90', '--reason', 'A slip.']
    const unasked = await office.run(...edit)
    expect([unasked.code, unasked.all]).toEqual([2, expect.stringContaining('confirm with --yes')])
    const refused = await office.runInteractive([''], ...edit)
    expect(refused.all).toContain('Total price £100 → £90')
    expect(refused.out.at(-1)).toBe('Nothing has been changed.')
    expect((await office.runInteractive(['no'], 'sales', 'remove', 'AB 9', '--reason', 'x')).code).toBe(0)
    expect(await salesOf(office, 'AB 9')).toEqual(before)
    expect(await logOf(office)).toEqual([])
  })

  it('a correction to the values of another record is refused', async () => {
    const office = open()
    await add(office, 'AB 9', '--date', 'Jan 2020', '--total', '100')
    await add(office, 'AB 9', '--date', 'Feb 2020', '--total', '100')
    const { code, all } = await office.run(
      ...['sales', 'edit', 'AB 9', '--month', '1', '--new-month', '2', ...REASON],
    )
    expect([code, all]).toEqual([1, expect.stringContaining('another record of AB 9 has the same date')])
    expect(await logOf(office)).toEqual([])
  })
})

describe('sales edit', () => {
  async function openWith(...args: string[]) {
    const office = openTestCli({}, { seed: false })
    await add(office, ...args)
    const [name = ''] = args
    return {
      office,
      edit: (...options: string[]) => office.run('sales', 'edit', name, ...options, ...REASON),
      sale: async () => (await salesOf(office, name))[0],
    }
  }

  it('says that there is nothing to change', async () => {
    const { office, edit, sale } = await openWith('AB 7', '--date', 'Jan 2024', '--hammer', '4520')
    const before = await sale()
    const same = await edit('--hammer-price', '4,520', '--new-month', '1', '--note', '')
    expect([same.code, same.out]).toEqual([
      0,
      [
        'Nothing to change: the sale of AB 7 (January 2024, seller not recorded, hammer £4,520 reported) already has these values.',
      ],
    ])
    expect((await edit()).all).toContain('Nothing to change: pass an option')
    expect(await sale()).toEqual(before)
    expect(await logOf(office)).toEqual([])
  })

  it.each([
    ['£0 as a price', ['--hammer-price', '0'], 'hammer price: £0 is not a price'],
    ['a price in words', ['--total-price', 'lots'], 'total_price: “lots” is not a price in pounds'],
    [
      'a hammer price above the total',
      ['--hammer-price', '200'],
      'The hammer price would be above the total price.',
    ],
    ['the month 13', ['--new-month', '13'], 'sale_month: “13” is not a month'],
    ['a year to come', ['--new-year', '2999'], '2999 is in the future'],
    ['no year', ['--new-year', ''], 'The year cannot be empty'],
    ['an unknown basis', ['--price-basis', 'guess'], 'is not one of both, total, hammer, unclear'],
    ['a basis without its price', ['--price-basis', 'both'], 'would be both, but there is no second price'],
    [
      'an address of no page',
      ['--source-url', 'javascript:1'],
      'is not an address that begins with https://',
    ],
    ['a faulty --id', ['--note', 'x', '--id', 'zz'], '--id needs the id of a sale'],
    ['a faulty --month', ['--note', 'x', '--month', 'May-ish'], '--month: “May-ish” is not a month'],
  ])('refuses %s', async (_, options, message) => {
    const { office, edit, sale } = await openWith('AB 7', '--date', '2024', '--total', '100')
    const before = await sale()
    const { code, all } = await edit(...options)
    expect([code, all]).toEqual([2, expect.stringContaining(message)])
    expect(await sale()).toEqual(before)
    expect(await logOf(office)).toEqual([])
  })

  it.each([
    ['no reason', [], 'Missing reason: --reason <sentence>'],
    ['a blank reason', ['--reason', ' \n '], '--reason needs a sentence'],
    [
      'a reason of 5,000 characters',
      ['--reason', 'x'.repeat(5000)],
      '--reason: it has 5,000 characters; the maximum is 1,000.',
    ],
  ])('and sales remove refuse %s', async (_, reason, message) => {
    const office = openTestCli()
    for (const args of [
      ['edit', 'JB 1', '--note', 'x'],
      ['remove', 'JB 1'],
    ]) {
      const { code, all } = await office.run('sales', ...args, ...reason, '--yes')
      expect([code, all]).toEqual([2, expect.stringContaining(message)])
    }
    expect(await salesOf(office, 'JB 1')).toHaveLength(1)
  })

  it.each([
    ['JB 2', 'There is no sale of JB 2 among the UK sales. Did you mean JB 1?'],
    ['BJ1', 'Did you mean AJ 1 or JB 1?'],
    ['25OO', 'Did you mean 25 O?'],
    ['QQ99 QQQ', 'There is no sale of QQ99 QQQ among the UK sales.'],
    ['a\u0000b', 'There is no sale of'],
    ['x'.repeat(5000), 'There is no sale of'],
    ['%*,()"', 'There is no sale of'],
  ])('says that there is no sale of %j, and suggests others', async (registration, message) => {
    const { code, all } = await openTestCli().run('sales', 'edit', registration, '--note', 'x', ...REASON)
    expect([code, all.includes(message) ? message : all]).toEqual([1, message])
  })

  it('lets the price basis follow from the prices', async () => {
    const { edit, sale } = await openWith('AB 7', '--date', '2024', '--hammer', '100')
    expect((await edit('--total-price', '150')).out[1]).toBe(
      '  Total price none → £150; price basis hammer → both',
    )
    await edit('--hammer-price', '')
    expect(await sale()).toMatchObject({ hammer_price: null, total_price: 150, price_basis: 'total' })
    await edit('--price-basis', 'unclear')
    await edit('--total-price', '160')
    expect(await sale()).toMatchObject({ total_price: 160, price_basis: 'unclear' })
    await edit('--total-price', '')
    expect(await sale()).toMatchObject({ hammer_price: null, total_price: null, price_basis: null })
  })

  it('computes the total from the hammer price, as an import does', async () => {
    const { edit, sale } = await openWith(
      ...['AB 7', '--date', 'Jul 2025', '--seller', 'DVLA Auction', '--hammer', '1000'],
    )
    // 1,000 + 7 % premium, VAT of 20 % on both, and the assignment fee of £80.
    expect(await sale()).toMatchObject({ total_price: 1364, price_basis: 'hammer' })
    expect((await edit('--hammer-price', '2000')).out.slice(1, 4)).toEqual([
      '  Hammer price £1,000 → £2,000; total price £1,364 → £2,648',
      '  Reason: The house corrected its list.',
      'The sale of AB 7 is corrected: July 2025, DVLA Auction, hammer £2,000 reported, total £2,648 computed.',
    ])
    await edit('--total-price', '2700')
    expect(await sale()).toMatchObject({ total_price: 2700, price_basis: 'both' })
    await edit('--hammer-price', '2100')
    expect(await sale()).toMatchObject({ total_price: 2700, price_basis: 'both' })
    await edit('--total-price', '')
    expect(await sale()).toMatchObject({ total_price: 2776, price_basis: 'hammer' })
    await edit('--note', 'x')
    expect(await sale()).toMatchObject({ total_price: 2776, price_basis: 'hammer' })
    // The fees of this month are disputed.
    await edit('--new-month', 'October')
    expect(await sale()).toMatchObject({ hammer_price: 2100, total_price: null, price_basis: 'hammer' })
    await edit('--new-month', 'September')
    expect(await sale()).toMatchObject({ hammer_price: 2100, total_price: 2776, price_basis: 'hammer' })
    await edit('--hammer-price', '')
    expect(await sale()).toMatchObject({ hammer_price: null, total_price: null, price_basis: null })
  })

  it('changes how a sale came to be on record', async () => {
    const { edit, sale } = await openWith('AB 7', '--date', '2024', '--total', '100')
    expect((await edit('--selection', 'Own')).out[1]).toBe('  Selection reported → own')
    expect(await sale()).toMatchObject({ selection: 'own' })
    expect((await edit('--selection', '')).all).toContain('The selection cannot be empty.')
    expect((await edit('--selection', 'some')).all).toContain(
      'is not one of complete, sample, highest, reported, own',
    )
  })

  it('asks for the hammer price that was worked back from a total', async () => {
    const office = openTestCli()
    const edit = (...options: string[]) => office.run('sales', 'edit', 'JB 1', ...options, ...REASON)
    expect((await edit('--total-price', '600000')).all).toContain('was worked back from the total')
    expect((await edit('--total-price', '600000', '--hammer-price', '')).code).toBe(0)
    expect((await salesOf(office, 'JB 1'))[0]).toMatchObject({ hammer_price: null, price_basis: 'total' })
  })

  it('of a Jersey sale accepts only one price', async () => {
    const office = openTestCli()
    const edit = (...options: string[]) =>
      office.run('sales', 'edit', 'J 27', '--jersey', ...options, ...REASON)
    expect((await edit('--hammer-price', '5')).all).toContain("Jersey's sales have one price")
    expect((await edit('--total-price', '74000')).out[1]).toBe('  Price £73,000 → £74,000')
    expect((await salesOf(office, 'J 27', 'jersey_sales'))[0]).toMatchObject({ price_basis: 'hammer' })
  })
})

describe('a correction and its log', () => {
  it('are one transaction on the embedded database', async () => {
    const office = openTestCli()
    const before = await office.rows('sales')
    const database = new DatabaseSync(join(office.environment.DATA_DIR ?? '', 'plateworthy.db'))
    for (const table of ['corrections', 'audit']) {
      database.exec(`CREATE TRIGGER t BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'no log'); END`)
      for (const args of [
        ['edit', 'JB 1', '--note', 'x'],
        ['remove', 'JB 1'],
      ])
        await office.run('sales', ...args, ...REASON).catch(() => {})
      database.exec('DROP TRIGGER t')
      expect(await office.rows('sales')).toEqual(before)
      expect([await logOf(office), await trailOf(office)]).toEqual([[], []])
    }
    database.close()
  })

  it('are not made if the sale was changed after it was shown', async () => {
    const office = await openHostedCli({
      async interfere(request, answer) {
        if (request.url.endsWith('/rpc/change_sales'))
          await office.client.from('sales').update({ note: 'theirs' }).eq('plate_number', 'AB 7')
        return answer()
      },
    })
    await add(office, 'AB 7', '--date', '2024', '--total', '100')
    for (const args of [
      ['edit', 'AB 7', '--total-price', '90'],
      ['remove', 'AB 7'],
    ]) {
      const { code, all } = await office.run('sales', ...args, ...REASON)
      expect([code, all]).toEqual([1, expect.stringContaining('has just been changed or removed')])
    }
    expect(await salesOf(office, 'AB 7')).toMatchObject([{ total_price: 100, note: 'theirs' }])
    expect(await logOf(office)).toEqual([])
  })
})
