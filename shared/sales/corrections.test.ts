import { expect, it } from 'vitest'
import { createBackendClient } from '../data/client.ts'
import { readCorrections } from './corrections.ts'

const row = {
  at: '2026-11-20T18:59:36.285+00:00',
  explorer: 'jersey',
  plate_number: 'J 27',
  kind: 'removed',
  change: 'Removed: July 2017, DVS auction, hammer £73,000',
  reason: 'The sale was cancelled.',
}
const correction = {
  at: '2026-11-20T18:59:36.285Z',
  explorer: 'jersey',
  registration: 'J 27',
  kind: 'removed',
  change: row.change,
  reason: row.reason,
}

/** Reads from a backend that answers with `body`. */
async function read(body: unknown, { isReachable = true, status = 200 } = {}) {
  const logged: string[] = []
  const corrections = await readCorrections({
    client: createBackendClient({ url: 'https://backend.test', key: 'key' }, async () =>
      Response.json(body, { status }),
    ),
    isReachable: async () => isReachable,
    logError: (message, error) => void logged.push(`${message}: ${(error as Error).message}`),
  })
  return { corrections, logged }
}

it('the log of corrections reads a correction', async () => {
  expect(await read([row])).toEqual({ corrections: [correction], logged: [] })
})

it.each(['4000x1.08=4320', '5000 x 1.2', '7000*1.2', '7000 × 1.2', '4000+80'])(
  'the log of corrections says that a note was reworded instead of showing the calculation in it: %s',
  async (sum) => {
    const change = `Month none → May; note “${sum}” → “from the list”`
    expect((await read([{ ...row, change }])).corrections).toEqual([
      { ...correction, change: 'Month none → May; note reworded' },
    ])
  },
)

it('the log of corrections shows the words of a note that has no calculation', async () => {
  const words = 'Note none → “From the house’s list”'
  expect((await read([{ ...row, change: words }])).corrections).toEqual([{ ...correction, change: words }])
})

it.each([
  { at: 'yesterday' },
  { at: null },
  { explorer: 'france' },
  { plate_number: ' ' },
  { plate_number: 7 },
  { kind: 'added' },
  { change: '' },
  { reason: null },
])('the log of corrections drops a row with %j, and logs it', async (wrong) => {
  expect(await read([{ ...row, ...wrong }, row, null])).toEqual({
    corrections: [correction],
    logged: ['Error fetching corrections: Dropped 2 of 3 rows: not a correction'],
  })
})

it('the log of corrections shows texts as one line', async () => {
  const { corrections } = await read([{ ...row, reason: ' One\n\ttwo\u0007 ' }])
  expect(corrections[0]?.reason).toBe('One two')
})

it('the log of corrections is empty without a backend, without the table, and if the response is not a list', async () => {
  expect(await read([row], { isReachable: false })).toEqual({ corrections: [], logged: [] })
  const missing = { code: '42P01', message: 'relation "public.corrections" does not exist' }
  expect(await read(missing, { status: 404 })).toEqual({
    corrections: [],
    logged: [`Error fetching corrections: ${missing.message}`],
  })
  expect((await read({})).corrections).toEqual([])
})
