/** The whole site, with an owner and a colleague at the desk. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createInvitation } from '../../services/people/invitations.ts'
import { DeskVisitor, openServiceClient, readFirstLink } from '../desk.ts'
import { openTestSite } from '../open-test-site.ts'

export const ORIGIN = 'https://plates.test'
export const SESSION_COOKIE = '__Host-desk_session'

export async function openDesk() {
  const site = await openTestSite()
  const client = openServiceClient(site.dataDir, ORIGIN, (input, init) => {
    const { pathname, search } = new URL(String(input))
    return site.ask(pathname + search, init)
  })
  const visit = () => new DeskVisitor(site.ask, ORIGIN)
  const owner = visit()
  const ownerKey = await owner.join(await readFirstLink(client, ORIGIN), {
    name: 'Ann Ownerly',
    email: 'ann@people.test',
  })
  const invite = async (email: string, role: 'owner' | 'staff') => {
    const actor = { person: 'Ann Ownerly', via: 'desk' } as const
    const invitation = await createInvitation(client, ORIGIN, { email, role }, actor, new Date())
    if (!invitation.ok) throw new Error('There is no invitation')
    return invitation.link
  }
  const staff = visit()
  const staffKey = await staff.join(await invite('bob@people.test', 'staff'), { name: 'Bob Staffley' })
  return { site, client, visit, invite, owner, ownerKey, staff, staffKey }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A digest of every row of the database. Excludes the use of a session, which is recorded once a minute. */
export function digestOf({ site }: Desk): string {
  const database = new DatabaseSync(join(site.dataDir, 'plateworthy.db'), { readOnly: true })
  const hash = createHash('sha256')
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all()
  for (const { name } of tables) {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all()
    const seen = rows.map((row) => (name === 'sessions' ? { ...row, seen_at: null, updated_at: null } : row))
    hash.update(
      `${name}\n${seen
        .map((row) => JSON.stringify(row, (_, v) => (typeof v === 'bigint' ? String(v) : v)))
        .sort()
        .join('\n')}\n`,
    )
  }
  database.close()
  return hash.digest('hex')
}
