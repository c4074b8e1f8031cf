/** `sales import` of a list that contradicts sales on record. */
import { describe, expect, it } from 'vitest'
import { openHostedCli, openTestCli, type TestCli } from './open-cli.ts'

const HEADINGS = 'registration,seller,year,month,hammer,total,basis,selection,note'
const list = (...rows: string[]) => [HEADINGS, ...rows, ''].join('\n')
const REASON = ['--reason', 'The house corrected its list.']

/** Uses the invented registrations. */
const salesOf = async (office: TestCli) =>
  (await office.rows('sales')).filter(({ plate_number }) => String(plate_number).startsWith('XD '))

const recordOf = (sale: Record<string, unknown>) => ({
  plate_number: 'XD 11',
  where_sold: 'Bonhams',
  sale_year: 2024,
  sale_month: 5,
  selection: 'reported',
  ...sale,
})

async function record(office: TestCli, sale: Record<string, unknown>): Promise<void> {
  const { error } = await office.client.from('sales').insert(recordOf(sale))
  expect(error).toBeNull()
}

describe('a list that contradicts a sale on record', () => {
  const open = () => openTestCli({}, { seed: false })

  const both = { hammer_price: 1000, total_price: 1300, price_basis: 'both' }

  async function importRows(office: TestCli, rows: string[], ...options: string[]) {
    return office.run('sales', 'import', office.file('list.csv', list(...rows)), ...options)
  }

  it.each([
    ['another hammer price', 'XD 11,Bonhams,2024,5,1100,1300,,,', 'hammer price £1,000 → £1,100'],
    ['another total', 'XD 11,Bonhams,2024,5,1000,1400,,,', 'total price £1,300 → £1,400'],
    ['another basis', 'XD 11,Bonhams,2024,5,1000,1300,total,,', 'price basis both → total'],
    ['another selection', 'XD 11,Bonhams,2024,5,1000,1300,,highest,', 'selection reported → highest'],
    ['no month', 'XD 11,Bonhams,2024,,1100,,,,', 'hammer price £1,000 → £1,100'],
    ['no seller', 'xd11,,2024,5,1100,,,,', 'hammer price £1,000 → £1,100'],
    ['the seller in small letters', 'XD 11,bonhams ,2024,5,1100,,,,', 'hammer price £1,000 → £1,100'],
  ])(
    'a list that contradicts a sale on record by %s is refused, and nothing is written',
    async (_, row, change) => {
      const office = open()
      await record(office, both)
      const before = await salesOf(office)
      const rows = ['XD 12,Bonhams,2024,5,500,,,,', row]
      for (const options of [[], ['--dry-run']]) {
        const { code, out } = await importRows(office, rows, ...options)
        expect(code).toBe(1)
        expect(out).toContain(
          `line 3: refused XD 11: it contradicts the sale on record (May 2024, Bonhams, hammer £1,000 reported, total £1,300 reported): ${change[0]?.toUpperCase()}${change.slice(1)}`,
        )
      }
      expect(await salesOf(office)).toEqual(before)
      expect(await office.rows('corrections')).toEqual([])
    },
  )

  it('a list that contradicts a sale on record replaces it with --replace, logged with the reason, and never adds a duplicate', async () => {
    const office = open()
    await record(office, { ...both, note: 'sold in the tent', source_url: 'https://example.com/x' })
    const [before] = await salesOf(office)
    const rows = ['XD 11,Bonhams,2024,,1100,,,highest,', 'XD 12,Bonhams,2024,5,500,,,,']
    const { code, out } = await importRows(office, rows, '--replace', ...REASON)
    expect([code, out]).toEqual([0, ['1 sale added, 1 changed, 0 unchanged, 0 refused.']])
    expect(await salesOf(office)).toMatchObject([
      {
        id: before?.id,
        sale_month: 5,
        hammer_price: 1100,
        total_price: 1300,
        price_basis: 'both',
        selection: 'highest',
        note: 'sold in the tent',
        source_url: 'https://example.com/x',
      },
      { plate_number: 'XD 12' },
    ])
    expect(await office.rows('corrections')).toMatchObject([
      {
        explorer: 'uk',
        plate_number: 'XD 11',
        kind: 'edited',
        change: 'Hammer price £1,000 → £1,100; selection reported → highest',
        reason: REASON[1],
      },
    ])
    const trail = (await office.run('audit')).out.join('\n')
    expect(trail).toContain(`1 replaced, reason: ${REASON[1]}`)
    expect((await importRows(office, rows)).out).toEqual([
      '0 sales added, 0 changed, 2 unchanged, 0 refused.',
    ])
  })

  it('a list that contradicts a sale on record needs a reason with --replace', async () => {
    const office = open()
    await record(office, both)
    for (const options of [['--replace'], ['--replace', '--reason', ' ']])
      expect((await importRows(office, ['XD 11,Bonhams,2024,5,1100,,,,'], ...options)).code).toBe(2)
    expect(await salesOf(office)).toMatchObject([{ hammer_price: 1000 }])
  })

  it('a list that contradicts a sale on record is refused even with --replace if two of its rows are about the same sale', async () => {
    const office = open()
    await record(office, both)
    const rows = ['XD 11,Bonhams,2024,5,1100,,,,', 'XD 11,Bonhams,2024,5,1200,,,,']
    const { code, out } = await importRows(office, rows, '--replace', ...REASON)
    expect([code, out[0]]).toEqual([
      1,
      'line 3: refused XD 11: line 2 is about the same sale on record, with other values: correct the list',
    ])
    expect(await salesOf(office)).toMatchObject([{ hammer_price: 1000 }])
    expect(await office.rows('corrections')).toEqual([])
  })

  it('a list that contradicts a sale on record is refused even with --replace if the hammer price would exceed the total', async () => {
    const office = open()
    await record(office, both)
    const { out } = await importRows(office, ['XD 11,Bonhams,2024,5,1400,,,,'], '--replace', ...REASON)
    expect(out[0]).toMatch(/£1,000 → £1,400\. The hammer price would be above the total price\.$/)
    expect(await salesOf(office)).toMatchObject([both])
  })

  it('a list that contradicts a sale on record is refused if several recorded sales have its date and seller', async () => {
    const office = open()
    await record(office, both)
    await record(office, { hammer_price: 2000, price_basis: 'hammer' })
    const { out } = await importRows(office, ['XD 11,Bonhams,2024,5,1100,,,,'], '--replace', ...REASON)
    expect(out[0]).toContain('2 sales on record have this date and seller, with other values')
    expect(await salesOf(office)).toHaveLength(2)
  })

  it('a list may have a second sale in the same month if it also has the recorded one', async () => {
    const office = open()
    await record(office, both)
    const rows = ['XD 11,Bonhams,2024,5,1000,1300,,,', 'XD 11,Bonhams,2024,5,2000,,,,']
    expect((await importRows(office, rows)).out).toEqual(['1 sale added, 0 changed, 1 unchanged, 0 refused.'])
  })

  it.each([
    ['another month', 'XD 11,Bonhams,2024,6,1100,,,,'],
    ['another year', 'XD 11,Bonhams,2023,5,1100,,,,'],
    ['another seller', 'XD 11,Brightwells,2024,5,1100,,,,'],
  ])('a list with %s does not contradict a sale on record, and is another sale', async (_, row) => {
    const office = open()
    await record(office, both)
    expect((await importRows(office, [row])).out).toEqual([
      '1 sale added, 0 changed, 0 unchanged, 0 refused.',
    ])
  })

  it.each([
    ['hammer price', 'XD 11,Bonhams,2024,5,2000,,,,', 5],
    ['prices in a list without months', 'XD 11,Bonhams,2024,,2000,2600,,,', 9],
  ])('a list finds the only one of several sales on record with its %s', async (_, row, saleMonth) => {
    const office = open()
    await record(office, both)
    await record(office, {
      hammer_price: 2000,
      total_price: 2600,
      price_basis: 'both',
      sale_month: saleMonth,
    })
    expect((await importRows(office, [row])).out).toEqual([
      '0 sales added, 0 changed, 1 unchanged, 0 refused.',
    ])
  })

  it('a list adds a sale without a month if several recorded sales match it', async () => {
    const office = open()
    await record(office, both)
    await record(office, { ...both, sale_month: 9 })
    expect((await importRows(office, ['XD 11,Bonhams,2024,,1100,,,,'])).out[0]).toMatch(/^1 sale added/)
  })

  it('a list with blank cells does not contradict a sale on record, and fills in a missing month and seller', async () => {
    const office = open()
    await record(office, { ...both, sale_month: null, where_sold: null })
    const { out } = await importRows(office, ['XD 11,Bonhams,2024,5,1000,,,,'])
    expect(out).toEqual(['0 sales added, 1 changed, 0 unchanged, 0 refused.'])
    expect(await salesOf(office)).toMatchObject([{ ...both, sale_month: 5, where_sold: 'Bonhams' }])
  })

  it('a list completes a missing computed total without asking, and says so in the preview', async () => {
    const office = open()
    const dvla = { where_sold: 'DVLA Auction', sale_year: 2025, sale_month: 6 }
    await record(office, { ...dvla, hammer_price: 1000, price_basis: 'hammer' })
    const rows = ['XD 11,DVLA Auction,2025,6,1000,,,,']
    expect((await importRows(office, rows, '--dry-run')).out[0]).toBe(
      'line 2: change XD 11: total_price none → 1364 (the total is computed)',
    )
    expect((await importRows(office, rows)).out).toEqual([
      '0 sales added, 1 changed, 0 unchanged, 0 refused.',
    ])
    expect(await salesOf(office)).toMatchObject([
      { hammer_price: 1000, total_price: 1364, price_basis: 'hammer' },
    ])
    expect(await office.rows('corrections')).toEqual([])
    expect((await importRows(office, rows)).out).toEqual([
      '0 sales added, 0 changed, 1 unchanged, 0 refused.',
    ])
  })

  it('a list that contradicts a sale on record computes a replaced total again, and replaces a price of unclear basis as a whole', async () => {
    const office = open()
    const dvla = { where_sold: 'DVLA Auction', sale_year: 2025, sale_month: 6 }
    await record(office, { ...dvla, hammer_price: 1000, total_price: 1364, price_basis: 'hammer' })
    await record(office, { ...dvla, plate_number: 'XD 12', total_price: 1000, price_basis: 'unclear' })
    const rows = ['XD 11,DVLA Auction,2025,6,1100,,,,', 'XD 12,DVLA Auction,2025,6,1000,,,,']
    await importRows(office, rows, '--replace', ...REASON)
    expect(await salesOf(office)).toMatchObject([
      { hammer_price: 1100, total_price: 1492, price_basis: 'hammer' },
      { hammer_price: 1000, total_price: 1364, price_basis: 'hammer' },
    ])
  })

  it('a list that contradicts a sale in Jersey is refused or replaces it in the same way', async () => {
    const office = open()
    const rows = (total: number) =>
      office.file('j.csv', `plate,seller,year,month,total,basis\nJ 4444,DVS auction,2017,7,${total},hammer\n`)
    const jersey = (total: number, ...options: string[]) =>
      office.run('sales', 'import', '--jersey', rows(total), ...options)
    await jersey(7000)
    const { code, out } = await jersey(8000)
    expect([code, out[0]]).toEqual([1, expect.stringContaining('): Price £7,000 → £8,000')])
    expect((await jersey(8000, '--replace', ...REASON)).code).toBe(0)
    const sales = (await office.rows('jersey_sales')).filter(({ plate_number }) => plate_number === 'J 4444')
    expect(sales).toMatchObject([{ total_price: 8000, price_basis: 'hammer' }])
    expect(await office.rows('corrections')).toMatchObject([
      { explorer: 'jersey', change: 'Price £7,000 → £8,000' },
    ])
  })
})

it('a replacement is not made if the sale was changed meanwhile', async () => {
  const office = await openHostedCli({
    async interfere(request, answer) {
      if (request.url.endsWith('/rpc/change_sales'))
        await office.client.from('sales').update({ note: 'theirs' }).eq('plate_number', 'XD 11')
      return answer()
    },
  })
  await record(office, { hammer_price: 1000 })
  const file = office.file('list.csv', list('XD 11,Bonhams,2024,5,1100,,,,'))
  const { code, all } = await office.run('sales', 'import', file, '--replace', ...REASON)
  expect([code, all]).toEqual([1, expect.stringContaining('has just been changed or removed')])
  expect(await salesOf(office)).toMatchObject([{ hammer_price: 1000, note: 'theirs' }])
})
