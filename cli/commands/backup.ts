import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type Env, parseEnv } from '#env.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { MOST_ARCHIVED } from '#shared/sales/archive.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { officeActor } from '../backend.ts'
import { type Contents, summarize } from '../backup/check.ts'
import { backupName, listBackups, makeBackup } from '../backup/make.ts'
import { draftRestore, holdDatabase, putInPlace, recordRestore } from '../backup/restore.ts'
import {
  addedOwners,
  changedSettings,
  describeChanged,
  NOTHING_TRUSTED,
  restoreNotices,
} from '../backup/trusted.ts'
import { confirm } from '../confirm.ts'
import { CALL, onlyCommand } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { formatUtc } from '../format-utc.ts'

export const backupCommand = onlyCommand('backup', {
  summary: 'copy the embedded database to one file while the site runs',
  usage: '<file|folder>',
  details: [
    'The file has stock, sales and enquiries as of one moment, and is verified before it gets its name. In a folder it',
    'is named after the time, and --keep removes older ones. Keys are not included: a site without keys makes new ones.',
    'The file has personal data; only its owner can read it.',
  ],
  examples: ['backup /var/backups/plateworthy/ --keep 14', 'backup before-the-import.db'],
  options: {
    keep: {
      type: 'string',
      value: 'number',
      help: 'in a folder: keep this many of the newest and remove the others',
    },
    overwrite: { type: 'boolean', help: 'replace an existing file' },
  },
  async run({ values, positionals, terminal, environment }) {
    const { DATA_DIR } = embeddedOnly(environment, 'made')
    const [target = ''] = positionals
    const isFolder = /[/\\]$/.test(target) || (existsSync(target) && statSync(target).isDirectory())
    const keep = readKeep(values.keep, isFolder)
    const folder = isFolder ? target : dirname(target)
    if (isFolder) mkdirSync(folder, { recursive: true, mode: 0o700 })
    else if (!existsSync(folder)) throw new CliError(`There is no folder ${folder}.`)
    if (existsSync(DATA_DIR) && realpathSync(folder) === realpathSync(DATA_DIR))
      throw new CliError('A backup in the database’s own folder is lost with it: choose another folder.')
    const path = isFolder ? join(folder, backupName(new Date())) : target
    if (existsSync(path) && !values.overwrite)
      throw new CliError(`${path} exists: choose another name, or pass --overwrite.`)
    if (existsSync(`${path}-wal`)) throw new CliError(`${path} is a database in use: choose another name.`)
    const contents = await makeBackup(DATA_DIR, path)
    terminal.out(`${path}: ${describeContents(contents)} (${megabytes(contents.bytes)}), verified.`)
    const old =
      keep === null
        ? []
        : listBackups(folder)
            .filter((name) => name !== basename(path))
            .slice(keep - 1)
    for (const name of old) rmSync(join(folder, name))
    if (old.length > 0) terminal.note(`Removed ${plural(old.length, 'older backup')}.`)
    if (contents.differences.length === 0) return
    terminal.note(
      `It cannot be restored: the database ${summarize(contents.differences)}. Undo the other program’s changes, then make a new backup.`,
    )
    return 1
  },
})

function readKeep(given: string | undefined, isFolder: boolean): number | null {
  if (given === undefined) return null
  if (!isFolder) throw new UsageError('--keep works only with a folder.')
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new UsageError('--keep needs a number from 1 to 9999.')
  return Number(given)
}

export const restoreCommand = onlyCommand('restore', {
  summary: 'replace the embedded database with a backup while the site is stopped',
  usage: '<file>',
  details: [
    'Verifies the backup and copies its rows to a new database, which has the views and triggers of this version. A file',
    'with another program’s tables is refused, and so is a backup of a newer version; one of an older version is',
    'upgraded. The replaced database is moved to DATA_DIR/replaced: it contains personal data, so remove it once the new',
    'one works. --dry-run only verifies the backup and lists what it has, even while the site runs.',
  ],
  examples: [
    'restore /var/backups/plateworthy/plateworthy-2026-11-21T03-00-00Z.db',
    'restore monday.db --dry-run',
  ],
  options: {
    'dry-run': { type: 'boolean', short: 'n', help: 'only check the backup' },
    yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  },
  async run({ values, positionals, terminal, environment }) {
    const { DATA_DIR, SITE_URL } = embeddedOnly(environment, 'restored')
    const file = findBackup(positionals[0] ?? '', DATA_DIR)
    const isPreview = values['dry-run'] === true
    const current = isPreview ? ({ kind: 'none' } as const) : holdDatabase(DATA_DIR, { orNewer: true })
    try {
      const draft = draftRestore(file, isPreview ? tmpdir() : DATA_DIR)
      try {
        const { fromSchema, contents, trusted: restored } = draft
        terminal.out(`${file} is undamaged: ${describeContents(contents)}. ${newest(contents)}`)
        if (fromSchema < contents.schema)
          terminal.out(
            `It is from an older version (schema ${fromSchema}) and is upgraded to schema ${contents.schema}.`,
          )
        const known = current.kind === 'held' ? current.trusted : null
        const trusted = known ?? NOTHING_TRUSTED
        const owners = addedOwners(trusted, restored)
        if (owners.length > 0)
          terminal.note(
            `Check its owners, who may do everything at the desk${known ? ' and whom the current database does not have' : ''}: ${formatList(owners)}.`,
          )
        const changed = changedSettings(trusted, restored)
        if (changed.length > 0) {
          terminal.note(`Check what it tells customers${known ? ' that the current database does not' : ''}:`)
          for (const setting of changed) terminal.note(`  ${describeChanged(setting)}`)
        }
        if (isPreview) return terminal.note('Nothing has been restored.')
        if (current.kind === 'damaged')
          terminal.note(
            'The current database is damaged, so this command cannot check whether a site still runs: stop it first.',
          )
        const isConfirmed =
          current.kind === 'none' ||
          (await confirm(terminal, {
            yes: values.yes,
            consequence: 'This replaces the current database',
            question: 'Replace the current database with it?',
          }))
        if (!isConfirmed) return terminal.out('The database has not been changed.')
        const [actor, now] = [officeActor(environment), new Date()]
        const notices = restoreNotices(trusted, restored, { person: actor.person, siteUrl: SITE_URL, now })
        await recordRestore(draft, actor, `restored from ${basename(file)}`, notices)
        const replaced = await putInPlace(draft, current, DATA_DIR, now)
        terminal.out(`Restored into ${DATA_DIR}. Start the site now.`)
        if (notices.length > 0)
          terminal.note(
            `It e-mails what has changed for customers to ${formatList(notices.map(({ recipient }) => recipient))}.`,
          )
        if (replaced)
          terminal.note(`The replaced database is in ${replaced}; remove it once the restored site works.`)
        if (EXPLORER_LIST.some(({ table }) => Number(contents.rowCounts[table]) > MOST_ARCHIVED))
          terminal.note(
            `The static exports are still those of before. A timer publishes so many sales; now: ${CALL} archive publish`,
          )
      } finally {
        draft.discard()
      }
    } finally {
      if (current.kind === 'held') current.release()
    }
  },
})

function findBackup(path: string, dataDir: string): string {
  if (!existsSync(path)) throw new CliError(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) {
    const [newestName] = listBackups(path)
    const hint = newestName ? `; its newest backup is ${join(path, newestName)}.` : ' without backups.'
    throw new CliError(`${path} is a folder${hint}`)
  }
  if (resolve(path) === resolve(dataDir, 'plateworthy.db'))
    throw new CliError('That is the database itself, not a backup.')
  const log = `${path}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new CliError(`${path} is a database in use, not a backup: its newest changes are in ${log}.`)
  return path
}

function embeddedOnly(environment: Record<string, string | undefined>, done: string): Env {
  const env = parseEnv(environment)
  if (env.DATABASE_URL)
    throw new CliError(`A hosted database is ${done} where it is hosted (docs/operations.md).`)
  return env
}

function describeContents({ rowCounts }: Contents): string {
  const tables = [
    { name: 'plates', one: 'plate', many: 'plates' },
    ...Object.values(tableSpecs),
    { name: 'enquiries', one: 'enquiry', many: 'enquiries' },
  ]
  return formatList(tables.map(({ name, one, many }) => plural(rowCounts[name] ?? 0, one, many)))
}

const newest = ({ changedAt }: Contents) =>
  changedAt === null ? 'It has no data yet.' : `Its latest change is from ${formatUtc(changedAt)}.`

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
