import { expect, it } from 'vitest'
import { isUpToDate, publishSnapshot } from '#services/archive/publish.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

it('static exports that one key publishes are up to date for the other, until a sale of either explorer changes', async () => {
  const { anon, service, fill } = contract()
  for (const table of ['sales', 'jersey_sales']) {
    await fill()
    const snapshot = await publishSnapshot(service, temporaryFolder())
    expect(await isUpToDate(anon, snapshot)).toBe(true)
    const { data } = await service.from(table).select('id').limit(1).single().throwOnError()
    await service.from(table).update({ note: 'Checked' }).eq('id', String(data?.id)).throwOnError()
    expect([table, await isUpToDate(anon, snapshot)]).toEqual([table, false])
  }
})
