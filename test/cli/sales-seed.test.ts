import { expect, it } from 'vitest'
import { deleteRows, editRows, type Values } from '../rows.ts'
import { SALES } from '../seed-sales.ts'
import { openTestCli } from './open-cli.ts'

it('the sales of the seed that are missing are offered, added on confirmation, and never added twice', async () => {
  const office = openTestCli()
  await deleteRows(office.database, 'sales', { selection: 'sample' })
  const left = (await office.rows('sales')).length
  const missing = SALES - left
  expect(missing).toBeGreaterThan(500)

  const preview = await office.run('sales', 'import', '--seed', '--dry-run')
  expect([preview.code, preview.out.length, preview.out.at(-1)]).toEqual([
    0,
    42,
    `${missing} sales would be added, 0 would be completed, ${left} unchanged. Nothing has been changed.`,
  ])
  expect((await office.run('sales', 'import', '--seed')).code).toBe(2)
  expect((await office.runInteractive(['no'], 'sales', 'import', '--seed')).out.at(-1)).toBe(
    'Nothing has been changed.',
  )
  for (const args of [['--seed', 'list.csv'], []])
    expect((await office.run('sales', 'import', ...args)).code).toBe(2)
  expect(await office.rows('sales')).toHaveLength(left)

  const { out } = await office.runInteractive(['yes'], 'sales', 'import', '--seed')
  expect(out.at(-1)).toBe(`${missing} sales added, 0 completed, ${left} unchanged.`)
  expect(await office.rows('sales')).toHaveLength(SALES)
  expect((await office.run('sales', 'import', '--seed', '--yes')).out).toEqual([
    `0 sales added, 0 completed, ${SALES} unchanged. Nothing has been changed.`,
  ])
})

it('the sales of the seed that lack a computed price get it with --replace, and no second row', async () => {
  const office = openTestCli()
  const stored = async (plate: string) =>
    (await office.rows('sales')).filter((row) => row.plate_number === plate)
  const change = (plate: string, columns: Values<'sales'>) =>
    editRows(office.database, 'sales', { plate_number: plate }, columns)
  await change('JB 1', { hammer_price: null })
  await change('911 ADP', { total_price: null })
  await change('25 O', { hammer_price: 390_000 })
  const { out, notes } = await office.run('sales', 'import', '--seed', '--yes')
  expect(out).toEqual([`0 sales added, 0 completed, ${SALES} unchanged. Nothing has been changed.`])
  expect(notes).toEqual([
    'Already on record with other prices, and left unchanged: 25 O.',
    '2 sales on record lack a computed price: --replace adds it.',
  ])
  expect((await office.run('sales', 'import', '--seed', '--replace', '--yes')).out.at(-1)).toBe(
    `0 sales added, 2 completed, ${SALES - 2} unchanged.`,
  )
  expect(await stored('JB 1')).toMatchObject([{ hammer_price: 530_000, total_price: 608_600 }])
  expect(await stored('911 ADP')).toMatchObject([{ hammer_price: 4_520, total_price: 5_884 }])
  expect(await stored('25 O')).toMatchObject([{ hammer_price: 390_000 }])
  expect(await office.rows('sales')).toHaveLength(SALES)
})
