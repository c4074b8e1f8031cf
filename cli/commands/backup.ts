/** Backups of the embedded database, and the way back. Those of a hosted one are made where it is hosted. */
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { formatNumber } from '../../app/shared/format.ts'
import { type Env, parseEnv } from '../../env.ts'
import { auditEntry } from '../audit.ts'
import { type Contents, summarize } from '../backup/check.ts'
import { backupName, listBackups, makeBackup } from '../backup/make.ts'
import { draftRestore, holdDatabase, putInPlace, recordRestore } from '../backup/restore.ts'
import { CALL, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { readYesNo } from '../rows/fields.ts'
import { tableSpecs } from '../rows/table-specs.ts'

const backup = command({
  name: '',
  summary: 'copy the embedded database into one file, while the site runs',
  usage: '<file|folder>',
  argumentCount: [1, 1],
  details: [
    'The file holds stock, sales and enquiries as they were at one moment. It is read through before it gets its name,',
    'so a backup that is there is whole. In a folder it is named after the moment, and --keep removes the older ones.',
    'Keys are not in it: a site without any makes new ones. It holds personal data, and is closed to others.',
  ].join('\n'),
  examples: ['backup /var/backups/plateworthy/ --keep 14', 'backup before-the-import.db'],
  options: {
    keep: {
      type: 'string',
      value: 'number',
      help: 'in a folder: keep this many of the newest, remove the others',
    },
    overwrite: { type: 'boolean', help: 'replace a file that is there' },
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
      throw new CliError('A backup beside the database is lost with it: choose another folder.')
    const path = isFolder ? join(folder, backupName(new Date())) : target
    if (existsSync(path) && !values.overwrite)
      throw new CliError(`${path} is there already: choose another name, or say --overwrite.`)
    if (existsSync(`${path}-wal`)) throw new CliError(`${path} is a database in use: choose another name.`)
    const contents = await makeBackup(DATA_DIR, path)
    terminal.out(
      `${path}: ${describe(contents)} (${megabytes(contents.bytes)}), read through and found whole.`,
    )
    const old =
      keep === null
        ? []
        : listBackups(folder)
            .filter((name) => name !== basename(path))
            .slice(keep - 1)
    for (const name of old) rmSync(join(folder, name))
    if (old.length > 0)
      terminal.note(`Removed ${old.length} older ${old.length === 1 ? 'backup' : 'backups'}.`)
    if (contents.differences.length === 0) return
    terminal.note(
      `But it cannot be restored as it is: the database ${summarize(contents.differences)}. Undo what another program has changed there, then make a new backup.`,
    )
    return 1
  },
})

function readKeep(given: string | undefined, isFolder: boolean): number | null {
  if (given === undefined) return null
  if (!isFolder) throw new UsageError('--keep counts the backups of a folder: name a folder.')
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new UsageError('--keep is a number from 1 to 9999.')
  return Number(given)
}

const restore = command({
  name: '',
  summary: 'put a backup in the place of the embedded database, while the site is stopped',
  usage: '<file>',
  argumentCount: [1, 1],
  details: [
    'The backup is read through first, and its rows are copied into a new database: a file with tables, views or',
    'triggers of another program is refused. One of an older version is brought up to this one, and one of a newer version',
    'is refused. The database that it replaces is kept under DATA_DIR/replaced: remove it when you are content, for it',
    'holds personal data. --dry-run says what a backup holds and whether it is whole, also while the site runs.',
  ].join('\n'),
  examples: [
    'restore /var/backups/plateworthy/plateworthy-2026-11-21T03-00-00Z.db',
    'restore monday.db --dry-run',
  ],
  options: {
    'dry-run': { type: 'boolean', short: 'n', help: 'only check the backup' },
    yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  },
  async run({ values, positionals, terminal, environment }) {
    const { DATA_DIR } = embeddedOnly(environment, 'restored')
    const file = findBackup(positionals[0] ?? '', DATA_DIR)
    const isPreview = values['dry-run'] === true
    const present = isPreview ? ({ kind: 'none' } as const) : holdDatabase(DATA_DIR)
    try {
      const draft = draftRestore(file, isPreview ? tmpdir() : DATA_DIR)
      try {
        const { fromSchema, contents } = draft
        terminal.out(`${file} is whole: ${describe(contents)}. ${newest(contents)}`)
        if (fromSchema < contents.schema)
          terminal.out(
            `It is of an older version (schema ${fromSchema}) and is brought up to ${contents.schema}.`,
          )
        if (isPreview) return terminal.note('Nothing has been restored.')
        if (present.kind === 'damaged')
          terminal.note(
            'The database that is there is damaged, so this cannot see whether a site still runs: stop it first.',
          )
        if (present.kind !== 'none' && !values.yes) {
          if (!terminal.isInteractive)
            throw new UsageError('The present database will be replaced: say so with --yes.')
          if (!readYesNo(await terminal.ask('Replace the present database by it?', 'no')))
            return terminal.out('The database is as it was.')
        }
        recordRestore(draft, auditEntry(environment, 'restore', `restored from ${basename(file)}`))
        const aside = putInPlace(draft, present, DATA_DIR, new Date())
        terminal.out(`Restored into ${DATA_DIR}. Start the site now.`)
        if (aside) terminal.note(`The database before is kept in ${aside}; remove it when you are content.`)
        terminal.note(`Then bring the static exports into line: ${CALL} archive publish`)
      } finally {
        draft.discard()
      }
    } finally {
      if (present.kind === 'held') present.release()
    }
  },
})

function findBackup(path: string, dataDir: string): string {
  if (!existsSync(path)) throw new CliError(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) {
    const [newestName] = listBackups(path)
    const hint = newestName ? `: the newest backup in it is ${join(path, newestName)}.` : ' without backups.'
    throw new CliError(`${path} is a folder${hint}`)
  }
  if (resolve(path) === resolve(dataDir, 'plateworthy.db'))
    throw new CliError('That is the database itself, and no backup of it.')
  const log = `${path}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new CliError(`${path} is a database in use and no backup: its newest changes are in ${log}.`)
  return path
}

function embeddedOnly(environment: Record<string, string | undefined>, done: string): Env {
  const env = parseEnv(environment)
  if (env.BACKEND_URL)
    throw new CliError(`Backups of a hosted database are ${done} where it is hosted (docs/operations.md).`)
  return env
}

function describe({ rows }: Contents): string {
  const specs = Object.values(tableSpecs)
  const parts = [...specs.map(({ name, one, many }) => ({ name, one, many })), ENQUIRIES].map(
    ({ name, one, many }) => {
      const count = rows[name] ?? 0
      return `${formatNumber(count)} ${count === 1 ? one : many}`
    },
  )
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const ENQUIRIES = { name: 'enquiries', one: 'enquiry', many: 'enquiries' }

const newest = ({ changedAt }: Contents) =>
  changedAt === null
    ? 'Nothing was ever written to it.'
    : `Its newest change is of ${changedAt.slice(0, 16).replace('T', ' ')} UTC.`

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

export const backupCommand: Group = { name: 'backup', summary: backup.summary, commands: [backup] }
export const restoreCommand: Group = { name: 'restore', summary: restore.summary, commands: [restore] }
