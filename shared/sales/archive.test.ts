import { expect, it } from 'vitest'
import { fetchArchive, parseArchive } from './archive.ts'

const row = { id: '1', plate_number: 'A 1', sale_year: 2020 }

it('an archived export is read from its wrapper object', async () => {
  const asked: unknown[] = []
  const archive = await fetchArchive('jersey-sales', {
    fetch: async (input) => {
      asked.push(input)
      return Response.json({ data: [row], exportedAt: '2026-11-21T08:00:00.000Z', totalRecords: 1 })
    },
  })
  expect(asked).toEqual(['/data/jersey-sales.json'])
  expect(archive).toEqual({ data: [row], exportedAt: '2026-11-21T08:00:00.000Z', totalRecords: 1 })
})

it.each([
  ['does not arrive', () => Promise.reject(new TypeError('fetch failed'))],
  ['is not there', async () => Response.json({}, { status: 503 })],
  ['is no JSON', async () => new Response('{"data": [')],
  ['is no wrapper', async () => Response.json([row])],
  ['is null', async () => Response.json(null)],
])('an archived export that %s gives no sales and no date, and is logged', async (_, fetch) => {
  const reports: string[] = []
  const archive = await fetchArchive('sales', { fetch, logError: (text) => reports.push(text) })
  expect(archive).toEqual({ data: [], exportedAt: null, totalRecords: 0 })
  expect(reports).toEqual(['Error loading the archived sales'])
})

it('an archived export accepts a sale whose year is a string', () => {
  const written = { ...row, sale_year: '2020' }
  expect(parseArchive({ data: [written, { ...row, sale_year: 'MMXX' }] }).data).toEqual([written])
})

it('an archived export omits invalid sales and an invalid date', () => {
  expect(parseArchive({ data: [row, null, 'x', { plate_number: 'B 2' }], exportedAt: 'yesterday' })).toEqual({
    data: [row],
    exportedAt: null,
    totalRecords: 1,
  })
})
