/** What a site over PostgreSQL needs of it. */
import { sql } from 'kysely'
import type { CliBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { type Finding, ok, problem } from './finding.ts'

/** As docs/operations/hosted.md says. */
const OLDEST_VERSION = 15
/** E-mails are leased by the clocks of the servers: with ten minutes between them, some are sent twice. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000

interface Server {
  who: string
  canErase: boolean
  /** 180004 of 18.4 */
  version: number
  now: number
}

export async function* checkDatabase({ database, isEmbedded }: CliBackend): AsyncGenerator<Finding, void> {
  if (isEmbedded) return
  const asked = sql<Server>`
    SELECT current_user AS who, has_table_privilege('audit', 'UPDATE, DELETE') AS can_erase,
      current_setting('server_version_num')::integer AS version,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`
  // The first question opens the connection, which would count as a difference of the clocks.
  await asked.execute(database)
  const sentAt = Date.now()
  const [server] = (await asked.execute(database)).rows
  const answeredAt = Date.now()
  if (!server) return
  yield* checkVersion(server.version)
  yield* checkClock(server.now, sentAt, answeredAt)
  yield* checkRights(server)
}

export function* checkVersion(version: number): Generator<Finding, void> {
  if (version < OLDEST_VERSION * 10_000)
    yield problem(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}, and this site needs ${OLDEST_VERSION} or newer.`,
    )
}

/** @param databaseNow when the database read its clock, between the other two by that of this machine */
export function* checkClock(
  databaseNow: number,
  sentAt: number,
  answeredAt: number,
): Generator<Finding, void> {
  const differenceMs = Math.max(databaseNow - answeredAt, sentAt - databaseNow)
  if (differenceMs <= MAX_CLOCK_DIFFERENCE_MS) return
  const side = databaseNow > answeredAt ? 'behind' : 'ahead of'
  yield problem(
    `The clock of this machine is ${(differenceMs / 1000).toFixed(1)} s ${side} that of the database: e-mails may be sent twice. Let both follow the same time (NTP).`,
  )
}

/** The rights that supabase/access.sql gives to plateworthy_site. */
function* checkRights({ who, canErase }: Server): Generator<Finding, void> {
  yield canErase
    ? problem(
        `DATABASE_URL signs in as ${who}, who can change the audit trail: name plateworthy_site, whose password is SITE_PASSWORD of ${CALL} migrate.`,
      )
    : ok(`The site signs in to the database as ${who}, who adds to the audit trail and cannot change it.`)
}
