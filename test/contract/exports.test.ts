import { expect, it } from 'vitest'
import { isUpToDate, publishSnapshot } from '#services/archive/publish.ts'
import { editRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

it('static exports are up to date until a sale of either explorer changes', async () => {
  const { anon, database, fill } = contract()
  for (const table of ['sales', 'jersey_sales'] as const) {
    await fill()
    const snapshot = await publishSnapshot(anon, temporaryFolder())
    expect(await isUpToDate(anon, snapshot)).toBe(true)
    await editRows(database, table, { id: id(1) }, { note: 'Checked' })
    expect([table, await isUpToDate(anon, snapshot)]).toEqual([table, false])
  }
})
