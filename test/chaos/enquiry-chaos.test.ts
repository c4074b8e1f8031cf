import { test } from 'vitest'
import { postgrestMissingReason } from '../postgrest.ts'
import { runFaults } from './enquiry-chaos-run.ts'

/** Longer by hand: node scripts/chaos-run.ts --seconds 600 */
const SECONDS = 15

const spotless = { lost: 0, undelivered: 0, unacknowledged: 0, storedTwice: 0 }

// Concurrent, since both mostly wait.
test('killed at random while the mail server fails, the site loses no enquiry', {
  timeout: 180_000,
  concurrent: true,
}, async ({ expect }) => {
  const report = await runFaults({ seconds: SECONDS, hosted: false, kills: true, clients: 4 })
  console.info(JSON.stringify(report))
  expect(report).toMatchObject(spotless)
  expect(report.secondCopies.unexplained).toBe(0)
  expect(report.kills).toBeGreaterThan(1)
  expect(report.accepted).toBeGreaterThan(20)
})

test.skipIf(postgrestMissingReason())(
  'two servers over one PostgREST lose no enquiry, and do not send one twice',
  { timeout: 180_000, concurrent: true },
  async ({ expect }) => {
    const report = await runFaults({ seconds: SECONDS, hosted: true, kills: true, clients: 4 })
    console.info(JSON.stringify(report))
    expect(report).toMatchObject(spotless)
    expect(report.secondCopies.unexplained).toBe(0)
    expect(report.kills).toBeGreaterThan(1)
    expect(report.accepted).toBeGreaterThan(20)
  },
)
