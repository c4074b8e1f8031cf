/** What diverts, exports or deletes customers' data takes a second factor from the last ten minutes. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { queryRows } from '../query-rows.ts'
import { type Desk, openDesk } from './open-desk.ts'

const databaseOf = ({ site }: Desk) =>
  new DatabaseSync(join(site.dataDir, 'plateworthy.db'), { timeout: 2000 })

const ageSecondFactor = (desk: Desk) =>
  databaseOf(desk).prepare("UPDATE sessions SET second_factor_at = '2026-01-01T00:00:00+00:00'").run()

const mailsOf = ({ site }: Desk) => queryRows(site.dataDir, 'SELECT recipient, body FROM mails')

async function save({ owner }: Desk, group: string, change: Record<string, string>): Promise<number> {
  const { html } = await owner.open('/desk/firm')
  const form = parse(html)
    .querySelectorAll('form')
    .find((one) => one.querySelector(`[name=group][value=${group}]`))
  const fields = form
    ?.querySelectorAll('input:not([type=checkbox], [type=radio]), input[checked], textarea')
    .map((input) => [
      input.getAttribute('name') ?? '',
      // As a browser sends the lines of a text area.
      input.getAttribute('value') ?? input.textContent.replaceAll('\n', '\r\n'),
    ])
  return (await owner.post('/desk/firm?index', { ...Object.fromEntries(fields ?? []), ...change })).status
}

const setRecipients = (desk: Desk, recipients: string) => save(desk, 'enquiries', { recipients })

test('the recipients of enquiries change after a fresh second factor, and the old ones and the owners are told', async () => {
  const desk = await openDesk()
  expect(await setRecipients(desk, 'bob@plates.uk')).toBe(200)
  expect(await setRecipients(desk, 'carol@plates.uk')).toBe(200)
  const told = mailsOf(desk).filter(({ body }) => String(body).includes('→ carol@plates.uk'))
  expect(told.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['bob@plates.uk', 'ann@people.test']),
  )
  for (const { body } of told) expect(body).toContain('Ann Ownerly')
  ageSecondFactor(desk)
  expect(await setRecipients(desk, 'eve@plates.uk')).toBe(403)
  expect(mailsOf(desk).filter(({ body }) => String(body).includes('eve@plates.uk'))).toEqual([])
})

test('The bank details change after a fresh second factor; every owner is told, and no e-mail has them', async () => {
  const desk = await openDesk()
  databaseOf(desk)
    .prepare(
      `INSERT INTO people (email, name, role, security_stamp) VALUES ('cy@people.test', 'Cy', 'owner', 'a stamp of sixteen')`,
    )
    .run()
  const bankDetails = 'Plates Ltd\n12-34-56\n87654321'
  expect(await save(desk, 'deals', { bankDetails })).toBe(200)
  expect(mailsOf(desk).map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['ann@people.test', 'cy@people.test']),
  )
  for (const { body } of mailsOf(desk)) expect(body).not.toContain('87654321')
  ageSecondFactor(desk)
  expect(await save(desk, 'deals', { vatStatement: 'Margin scheme.' })).toBe(200)
  for (const changed of ['Plates Ltd\n12-34-56\n11111111', ''])
    expect(await save(desk, 'deals', { bankDetails: changed })).toBe(403)
})

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
