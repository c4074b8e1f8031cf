import { expect, test } from 'vitest'
import { runFaults } from './enquiry-chaos-run.ts'

// Longer, and with two servers over one PostgREST, by hand: node scripts/chaos-run.ts --seconds 600 [--hosted]
test('killed at random while the mail server fails, the site loses no enquiry', async () => {
  const report = await runFaults({ seconds: 0, hosted: false, kills: true, clients: 4 })
  console.info(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, undelivered: 0, unacknowledged: 0, storedTwice: 0 })
  expect(report.secondCopies.unexplained).toBe(0)
  expect(report.kills).toBeGreaterThan(1)
  expect(report.accepted).toBeGreaterThan(20)
})
