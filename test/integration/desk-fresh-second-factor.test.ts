/** What exports or deletes customers' data takes a second factor from the last ten minutes. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type Desk, openDesk } from './open-desk.ts'

const databaseOf = ({ site }: Desk) =>
  new DatabaseSync(join(site.dataDir, 'plateworthy.db'), { timeout: 2000 })

const ageSecondFactor = (desk: Desk) =>
  databaseOf(desk).prepare("UPDATE sessions SET second_factor_at = '2026-01-01T00:00:00+00:00'").run()

test.each([
  ['/desk/firm/mail', '%2Ffirm%2Fmail'],
  ['/desk/enquiries/export', '%2Fenquiries%2Fexport'],
  ['/desk/enquiries/ENQ-0000-0001/forget', '%2Fenquiries%2FENQ-0000-0001%2Fforget'],
  ['/desk/numbers/sales.csv', '%2Fnumbers'],
])('%s asks for a second factor if the last one is old', async (path, to) => {
  const desk = await openDesk()
  ageSecondFactor(desk)
  const response = await desk.owner.send(path)
  expect([response.status, response.headers.get('Location')]).toEqual([302, `/desk/confirm?to=${to}`])
})
