/** `sales import` of a list that contradicts sales on record. */
import { expect, it } from 'vitest'
import { openTestCli, type TestCli } from './open-cli.ts'

const HEADINGS = 'registration,seller,year,month,hammer,total,basis,selection,note'
const list = (...rows: string[]) => [HEADINGS, ...rows, ''].join('\n')
const REASON = ['--reason', 'The house corrected its list.']

const salesOf = async (office: TestCli) =>
  (await office.rows('sales')).filter(({ plate_number }) => String(plate_number).startsWith('XD '))

const record = (office: TestCli, sale: Record<string, unknown>) =>
  office.client
    .from('sales')
    .insert({
      plate_number: 'XD 11',
      where_sold: 'Bonhams',
      sale_year: 2024,
      sale_month: 5,
      selection: 'reported',
      ...sale,
    })
    .throwOnError()

it('a list that contradicts a sale on record is refused, or replaces it with --replace and a reason', async () => {
  const office = openTestCli({}, { seed: false })
  await record(office, { hammer_price: 1000, total_price: 1300, price_basis: 'both', note: 'in the tent' })
  const [before] = await salesOf(office)
  const file = office.file(
    'list.csv',
    list('XD 11,Bonhams,2024,,1100,,,highest,', 'XD 12,Bonhams,2024,5,500,,,,'),
  )
  const importList = (...options: string[]) => office.run('sales', 'import', file, ...options)
  expect(await importList()).toMatchObject({
    code: 1,
    out: [expect.stringMatching(/^line 2: refused XD 11/), '1 refused, so nothing has been imported.'],
  })
  for (const options of [['--replace'], ['--replace', '--reason', ' ']])
    expect(await importList(...options)).toMatchObject({ code: 2 })
  expect(await salesOf(office)).toEqual([before])
  expect((await importList('--replace', ...REASON)).out).toEqual([
    '1 sale added, 1 changed, 0 unchanged, 0 refused.',
  ])
  expect(await salesOf(office)).toMatchObject([
    {
      id: before?.id,
      sale_month: 5,
      hammer_price: 1100,
      total_price: 1300,
      selection: 'highest',
      note: 'in the tent',
    },
    { plate_number: 'XD 12' },
  ])
  expect(await office.rows('corrections')).toMatchObject([
    { explorer: 'uk', plate_number: 'XD 11', kind: 'edited', reason: REASON[1] },
  ])
  expect((await office.run('audit')).out.join('\n')).toContain(`; reason: ${REASON[1]}`)
  expect((await importList()).out).toEqual(['0 sales added, 0 changed, 2 unchanged, 0 refused.'])
})
