/** What customers and the desk rely on, and whoever can change a backup can change: owners, and words and bank details of the firm. */
import type { DatabaseSync } from 'node:sqlite'
import type { NewMail } from '#services/mail/mail-store.ts'
import { guardedNotices } from '#services/people/security-notice.ts'
import {
  describeDifference,
  describeForMail,
  isGuarded,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
} from '#services/settings/definitions.ts'
import { parseStored } from '#services/settings/settings-store.ts'
import { cleanLine } from '#shared/text/clean-text.ts'

interface Owner {
  id: string
  email: string
}

export interface Trusted {
  /** The people who may do everything at the desk. */
  owners: Owner[]
  /** The guarded settings; a default is missing. */
  settings: Map<SettingName, unknown>
}

/** Of no database, or of a damaged one. */
export const NOTHING_TRUSTED: Trusted = { owners: [], settings: new Map() }

/** An empty file has no tables. */
export function readTrusted(database: DatabaseSync): Trusted {
  const read = (table: string, query: string) =>
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
      ? database.prepare(query).all()
      : []
  const owners = read('people', "SELECT id, email FROM people WHERE role = 'owner' ORDER BY email")
  const stored = new Map(
    read('settings', 'SELECT name, value FROM settings').map(({ name, value }) => [
      String(name),
      String(value),
    ]),
  )
  const settings = new Map<SettingName, unknown>()
  for (const name of SETTING_NAMES.filter(isGuarded)) {
    const value = stored.get(name)
    const parsed = value === undefined ? null : parseStored(name, value)
    if (parsed?.ok) settings.set(name, parsed.value)
  }
  return { owners: owners.map(({ id, email }) => ({ id: String(id), email: String(email) })), settings }
}

export const addedOwners = (current: Trusted, restored: Trusted): string[] =>
  restored.owners
    .map(({ email }) => email)
    .filter((address) => !current.owners.some(({ email }) => email === address))

interface ChangedSetting {
  name: SettingName
  /** Undefined is the default. */
  before: unknown
  after: unknown
}

export const changedSettings = (current: Trusted, restored: Trusted): ChangedSetting[] =>
  SETTING_NAMES.map((name) => ({
    name,
    before: current.settings.get(name),
    after: restored.settings.get(name),
  })).filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))

export const describeChanged = ({ name, before, after }: ChangedSetting): string =>
  cleanLine(`${SETTINGS[name].label}: ${describeDifference(name, before, after)}`)

/** The e-mails that tell the owners before and after the restore, and who got enquiries before, what differs. */
export function restoreNotices(
  current: Trusted,
  restored: Trusted,
  { person, siteUrl, now }: { person: string; siteUrl: string; now: Date },
): NewMail[] {
  const changes = changedSettings(current, restored)
  const [owner] = current.owners
  if (!owner || changes.length === 0) return []
  const { settings } = current
  const others = [settings.get('recipients'), settings.get('email')].flat().filter((one) => one !== undefined)
  return guardedNotices({
    personId: owner.id,
    what: `${person} restored a backup, which changed this for customers of`,
    changes: changes.map(({ name, before, after }) => describeForMail(name, before, after)),
    tell: [...current.owners, ...restored.owners].map(({ email }) => email).concat(others.map(String)),
    advice: 'If not, ask the person who runs the server at once, and look under Changes at the desk.',
    siteUrl,
    now,
  })
}
