/**
 * Random reads over random rows give the same on both backends: status, range, headers, rows in order, and code and
 * message of errors. Every read names an order, since PostgreSQL has none by default.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { detailsRow, numbered, plateRow, type Read, randomRead, saleRow } from '../random-reads.ts'
import { id } from './fixture.ts'
import { type Contract, openAll } from './open-contract.ts'

const contracts = openAll()

/** READS_SEED changes the reads, READS their number. */
const SEED = 20_261_121
const READS = 1200
const AT_ONCE = 16

async function answerOf(contract: Contract, { method, path, headers }: Read): Promise<unknown> {
  const response = await contract.ask(path, { method, headers })
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  const isRefusal = !response.ok
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    applied: response.headers.get('preference-applied'),
    // PostgREST sends the header twice with an error.
    type: isRefusal ? null : response.headers.get('content-type'),
    // Hints are a listed difference.
    body: isRefusal && body ? describeRefusal(body as Record<string, unknown>) : body,
  }
}

/** Of a syntax error, PostgREST also says where it is, and what it expected there. */
const describeRefusal = ({ code, message, details }: Record<string, unknown>) => ({
  code,
  message: String(message).replace(/ \(line \d+, column \d+\)$/, ''),
  details: code === 'PGRST100' ? null : details,
})

describe('random reads', () => {
  beforeAll(async () => {
    const seed = fc.sample(
      fc.record({
        plates: fc.array(plateRow, { minLength: 70, maxLength: 70 }),
        details: fc.array(detailsRow, { minLength: 40, maxLength: 40 }),
        sales: fc.array(saleRow, { minLength: 90, maxLength: 90 }),
        jersey: fc.array(saleRow, { minLength: 40, maxLength: 40 }),
      }),
      { numRuns: 1, seed: 1 },
    )[0]
    if (!seed) throw new Error('No rows')
    const rows = {
      plates: numbered(seed.plates),
      plate_details: seed.details.map((row, index) => ({ id: id(2 * index + 1), ...row })),
      sales: numbered(seed.sales),
      jersey_sales: numbered(seed.jersey.map(({ hammer_price: _, type: __, category: ___, ...row }) => row)),
    }
    const { embedded, hosted } = contracts()
    await Promise.all([embedded.fill(rows), hosted.fill(rows)])
  })

  it(`${READS} random reads get equal responses`, { timeout: 120_000 }, async () => {
    const seed = Number(process.env.READS_SEED ?? SEED)
    const reads = fc.sample(randomRead, { numRuns: Number(process.env.READS ?? READS), seed })
    const { embedded, hosted, ours } = contracts()
    const differing: unknown[] = []
    const statuses = new Map<number, number>()
    const queue = reads.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const asked of queue) {
          const [here, overPostgres, there] = await Promise.all(
            [embedded, ours, hosted].map((contract) => answerOf(contract, asked)),
          )
          const { status } = here as { status: number }
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const expected = JSON.stringify(there)
          if (JSON.stringify(here) !== expected || JSON.stringify(overPostgres) !== expected)
            differing.push({ asked, here, overPostgres, there })
        }
      }),
    )
    process.stdout.write(
      `${reads.length} random reads on both backends, seed ${seed}: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}; ${differing.length} differ\n`,
    )
    expect({ seed, differing: differing.slice(0, Number(process.env.READS_SHOWN ?? 3)) }).toEqual({
      seed,
      differing: [],
    })
    // Guards against a generator whose reads mostly fail.
    expect((statuses.get(200) ?? 0) + (statuses.get(206) ?? 0)).toBeGreaterThan(reads.length * 0.4)
  })
})
