/** The whole site, with an owner and a colleague at the desk. */
import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '#data/tables.ts'
import { createInvitation } from '#services/people/invitations.ts'
import { DeskVisitor, readFirstLink } from '../desk.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite } from '../open-test-site.ts'
import { sharedFolder, temporaryFolder } from '../temporary-folder.ts'
import { withData } from '../with-data.ts'

export const ORIGIN = 'https://plates.test'
export const SESSION_COOKIE = '__Host-desk_session'

const DATABASE = 'plateworthy.db'

interface JoinedPeople {
  /** Has the database and the keys of its backend. */
  folder: string
  owner: JoinedPerson
  staff: JoinedPerson
}

interface JoinedPerson {
  session: string
  /** Of the authenticator app. */
  key: string
}

let joined: Promise<JoinedPeople> | undefined

/** Opens the site over a database of its own, in which Ann Ownerly and Bob Staffley have just signed in. */
export async function openDesk(environment: Record<string, string> = {}) {
  joined ??= letPeopleJoin()
  const people = await joined
  const site = await openTestSite({ ...environment, DATA_DIR: copyDatabaseOf(people) })
  const database = openTestData(site.dataDir)
  const visit = () => new DeskVisitor(site.ask, ORIGIN)
  const signedIn = ({ session }: JoinedPerson) => {
    const visitor = visit()
    visitor.cookies.set(SESSION_COOKIE, session)
    return visitor
  }
  return {
    site,
    withData: <Result>(work: (database: Database) => Promise<Result>) => withData(site.dataDir, work),
    database,
    visit,
    invite: (email: string, role: 'owner' | 'staff') => invite(site.dataDir, email, role),
    owner: signedIn(people.owner),
    ownerKey: people.owner.key,
    staff: signedIn(people.staff),
    staffKey: people.staff.key,
  }
}

/** Runs once in a worker, because a database can be copied faster than people can join: passwords are slow to hash. */
async function letPeopleJoin(): Promise<JoinedPeople> {
  const site = await openTestSite()
  const accept = async (link: string, given: { name: string; email?: string }): Promise<JoinedPerson> => {
    const visitor = new DeskVisitor(site.ask, ORIGIN)
    const key = await visitor.join(link, given)
    return { session: visitor.cookies.get(SESSION_COOKIE) ?? '', key }
  }
  const owner = await accept(await withData(site.dataDir, (database) => readFirstLink(database, ORIGIN)), {
    name: 'Ann Ownerly',
    email: 'ann@people.test',
  })
  const staff = await accept(await invite(site.dataDir, 'bob@people.test', 'staff'), { name: 'Bob Staffley' })
  const folder = sharedFolder()
  const database = new DatabaseSync(join(site.dataDir, DATABASE))
  // Unlike a copy of the file, includes what only the write-ahead log has so far.
  database.prepare('VACUUM INTO ?').run(join(folder, DATABASE))
  database.close()
  copyFileSync(join(site.dataDir, 'keys.json'), join(folder, 'keys.json'))
  return { folder, owner, staff }
}

/** @returns a DATA_DIR in which the sessions have just begun, however long ago the people joined */
function copyDatabaseOf({ folder }: JoinedPeople): string {
  const dataDir = temporaryFolder()
  for (const name of [DATABASE, 'keys.json']) copyFileSync(join(folder, name), join(dataDir, name))
  const database = new DatabaseSync(join(dataDir, DATABASE))
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace('Z', '+00:00')
  database
    .prepare(
      'UPDATE sessions SET created_at = :now, seen_at = :now, second_factor_at = :now, expires_at = :end',
    )
    .run({ now: at(0), end: at(30) })
  database.close()
  return dataDir
}

async function invite(dataDir: string, email: string, role: 'owner' | 'staff') {
  const actor = { person: 'Ann Ownerly', via: 'desk' } as const
  const invitation = await withData(dataDir, (database) =>
    createInvitation(database, ORIGIN, { email, role }, actor, new Date()),
  )
  if (!invitation.ok) throw new Error('There is no invitation')
  return invitation.link
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
