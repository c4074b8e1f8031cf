import { expect, it } from 'vitest'
import { loadSnapshot } from '#services/archive/snapshot.ts'
import { JERSEY_SALES, SALES } from '../seed-sales.ts'
import { openTestCli } from './open-cli.ts'

it('the archive is published from the current data', async () => {
  const office = openTestCli()
  await office.run('sales', 'import', office.file('sales.csv', 'plate,year,total\nAB 1,2024,5\n'))
  const { out } = await office.run('archive', 'publish')
  expect(out[0]).toMatch(
    new RegExp(
      `^Published as of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: ${SALES + 1} sales, ${JERSEY_SALES} Jersey sales\\.$`,
    ),
  )
  expect((await loadSnapshot(office.environment.DATA_DIR as string))?.exports.sales.totalRecords).toBe(
    SALES + 1,
  )
})
