import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend, openData } from '#db/embedded.ts'
import { asContact } from '#test/enquiries/messages.ts'
import { temporaryDataDir } from '#test/temporary-folder.ts'
import { RateLimit } from '../rate-limit.ts'
import { createAcceptEnquiry } from './accept-enquiry.ts'

test('an enquiry that is stored too late for its answer is the one that the visitor sends again', async () => {
  const dataDir = temporaryDataDir({ seed: false })
  openBackend({ dataDir, seed: false }).close()
  const database = openData(dataDir)
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  onTestFinished(async () => {
    other.close()
    await database.destroy()
  })
  const send = createAcceptEnquiry({
    database,
    rateLimit: new RateLimit(),
    perMinute: 60,
    onStored() {},
    onError() {},
    maxWaitMs: 100,
  })
  const sender = {
    from: { network: '192.0.2.1', prefixes: ['192.0.2.1'] as [string] },
    requestId: '1',
    key: 'a-key-of-a-form',
  }
  other.exec('BEGIN IMMEDIATE')
  const began = performance.now()
  expect((await send(asContact(), sender)).status).toBe(503)
  expect(performance.now() - began).toBeLessThan(5_000)
  other.exec('COMMIT')
  const stored = () => other.prepare('SELECT reference FROM enquiries').all()
  await expect.poll(stored).toHaveLength(1)
  const [enquiry] = stored()
  expect(await send(asContact(), sender)).toEqual({ status: 200, reference: enquiry?.reference })
  expect(stored()).toHaveLength(1)
})
