import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { readCorrections } from '#shared/sales/corrections.ts'
import { addRows } from '../rows.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
beforeEach(() => contract().fill())

const logged = {
  explorer: 'uk',
  plate_number: 'ONE 1',
  kind: 'edited',
  change: 'Hammer price £100 → £110',
  reason: 'The house published another figure.',
}

it('the log of corrections is read by everyone', async () => {
  const { anon, database } = contract()
  const id = randomUUID()
  await addRows(database, 'corrections', { id, ...logged })
  const { data } = await anon.from('corrections').select().eq('id', id).throwOnError()
  expect(data).toEqual([{ id, at: expect.stringMatching(/^20\d\d-/), ...logged }])
})

it('readCorrections returns the latest 500 first', async () => {
  const { anon, database } = contract()
  const rows = Array.from({ length: 501 }, (_, index) => ({
    ...logged,
    at: new Date(Date.UTC(2999, 0, 1) + index * 1000).toISOString(),
    // The log is shared with other files and only grows, so these are registrations of this file alone.
    plate_number: `LOG ${index}`,
  }))
  await addRows(database, 'corrections', rows)
  const logError = (_: string, error: unknown) => {
    throw error
  }
  const read = await readCorrections({ client: anon, isReachable: async () => true, logError })
  expect(read).toHaveLength(500)
  expect(read[0]).toEqual({
    at: '2999-01-01T00:08:20.000Z',
    explorer: 'uk',
    registration: 'LOG 500',
    kind: 'edited',
    change: logged.change,
    reason: logged.reason,
  })
  expect(read.at(-1)?.registration).toBe('LOG 1')
})
