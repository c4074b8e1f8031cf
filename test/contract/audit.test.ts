import { expect, it } from 'vitest'
import { toTime } from '#data/times.ts'
import { action } from '#services/action.ts'
import type { Actor } from '#services/audit/actor.ts'
import { listAudit, noteChange, readAudit } from '#services/audit/audit-log.ts'
import { addRows } from '../rows.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database

const note = (actor: Actor, name: string, change: string) =>
  action(database(), 'change settings', (transaction) => noteChange(transaction, actor, name, change))

it('the audit trail names the person, where the change was made, the action and the change', async () => {
  await note({ person: 'Ann', via: 'desk' }, 'enquiries won', 'ENQ-1 won')
  await note({ person: 'root', via: 'office' }, 'keys rotate', 'New keys')
  await note({ person: 'the site', via: 'site' }, 'end of reservations', '2 plates')
  const latest = await listAudit(database(), { limit: 3 })
  const byAction = latest.sort((one, other) => one.action.localeCompare(other.action))
  expect(byAction).toMatchObject([
    { person: 'the site', via: 'site', action: 'end of reservations', change: '2 plates' },
    { person: 'Ann', via: 'desk', action: 'enquiries won', change: 'ENQ-1 won' },
    { person: 'root', via: 'office', action: 'keys rotate', change: 'New keys' },
  ])
})

it('the audit trail keeps control characters and long texts from spoiling a terminal', async () => {
  await note({ person: '\u001b[31mEve', via: 'desk' }, 'x'.repeat(200), 'y'.repeat(3000))
  const entry = (await listAudit(database())).find(({ action }) => action.startsWith('xxx'))
  expect(entry?.person).toBe('\\u001b[31mEve')
  expect(entry?.action).toBe(`${'x'.repeat(93)}…`)
  expect(entry?.change).toHaveLength(2000)
})

it('the audit trail is listed in pages that miss no entry, even with equal times', async () => {
  const at = (second: number) => toTime(new Date(Date.UTC(1998, 0, 1, 0, 0, second)))
  const rows = [5, 4, 3, 3, 3, 3, 2].map((second, index) => ({
    at: at(second),
    person: 'Ann',
    command: 'test',
    change: `Change ${index}`,
  }))
  await addRows(database(), 'audit', rows)
  const first = await listAudit(database(), { limit: 3, before: at(59) })
  const second = await listAudit(database(), { limit: 1, before: first.at(-1)?.at ?? at(0) })
  expect(first).toHaveLength(6)
  const listed = [...first, ...second].map(({ change }) => change).sort()
  expect(listed).toEqual(rows.map(({ change }) => change))
})

it('the audit trail can be read as a whole', async () => {
  await note({ person: 'Ann', via: 'desk' }, 'read', 'One of all')
  expect((await readAudit(database())).at(-1)).toMatchObject({ person: 'Ann', change: 'One of all' })
})
