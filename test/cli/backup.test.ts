import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkDatabase } from '#cli/backup/check.ts'
import { clearAbandoned } from '#cli/backup/workspace.ts'
import { openBackend, openDatabase } from '#db/embedded.ts'
import { tables } from '#db/schema.ts'
import { AWAY } from '../broken-backend.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { fillEveryTable, IDS } from '../fill-every-table.ts'
import { addManySales } from '../fill-sales.ts'
import { addRows, editRows } from '../rows.ts'
import { SALES } from '../seed-sales.ts'
import { temporaryDataDir, temporaryFolder } from '../temporary-folder.ts'
import { openTestCli, spawnCli } from './open-cli.ts'

const ENDED_BY_A_RESTORE = ['sessions', 'challenges', 'invitations']

/**
 * Every row of every table as text, without the search index (which SQLite rearranges when rows are copied), the audit
 * entry of a restore, and the rows that a restore removes.
 */
function everyRow(dataDir: string): Record<string, string[]> {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true })
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sales_trigrams%'")
      .all()
      .filter(({ name }) => !ENDED_BY_A_RESTORE.includes(String(name)))
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        database
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .filter((row) => name !== 'audit' || row.command !== 'restore')
          .map((row) => JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? [...value] : value)))
          .sort(),
      ]),
    )
  } finally {
    database.close()
  }
}

const closedDatabase = () => temporaryDataDir()

const leftoverFilesIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => !/^(keys\.json|plateworthy\.db.*)$/.test(name))

async function backupOf(dataDir: string): Promise<string> {
  const file = join(temporaryFolder(), 'backup.db')
  const { code, all } = await openTestCli({ DATA_DIR: dataDir }).run('backup', file)
  expect(all).toContain('verified')
  expect(code).toBe(0)
  return file
}

let backupBytes: Buffer | undefined

/** A backup of the demonstration data, made once. */
async function copyOfBackup(): Promise<string> {
  backupBytes ??= readFileSync(await backupOf(closedDatabase()))
  const file = join(temporaryFolder(), 'backup.db')
  writeFileSync(file, backupBytes)
  return file
}

const restoreInto = (dataDir: string, ...args: string[]) =>
  openTestCli({ DATA_DIR: dataDir }).run('restore', ...args)

describe('a backup', () => {
  it('a backup is one private file with the rows of every table of the schema, and a restore brings back all but what lets people in', async () => {
    const office = openTestCli({}, { seed: false })
    await fillEveryTable(office.database)
    const picture = {
      picture_id: IDS.picture,
      name: 'large',
      media_type: 'image/webp',
      content: 'UklG'.repeat(400_000),
    }
    await addRows(office.database, 'picture_files', picture)
    const { DATA_DIR = '' } = office.environment
    const before = everyRow(DATA_DIR)
    const file = await backupOf(DATA_DIR)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['backup.db'])
    const backup = new DatabaseSync(file, { readOnly: true })
    onTestFinished(() => backup.close())
    for (const { kind, name } of tables.values())
      if (kind === 'table') expect(backup.prepare(`SELECT * FROM "${name}"`).all(), name).not.toEqual([])
    const restored = temporaryFolder()
    expect((await restoreInto(restored, file)).code).toBe(0)
    expect(everyRow(restored)).toEqual(before)
    expect((await openTestCli({ DATA_DIR: restored }).run('audit')).all).toContain('restored from backup.db')
  })

  it('a backup of a database under writes contains everything accepted before it, and blocks no writer', async () => {
    const dataDir = temporaryDataDir()
    const office = openTestCli({ DATA_DIR: dataDir })
    const accepted: string[] = []
    let isWriting = true
    async function write() {
      for (let price = 100_000; isWriting; price++) {
        const { reference } = await office.withData((database) =>
          storeEnquiry(database, asContact({ subject: `Number ${price}` })),
        )
        accepted.push(reference)
        await editRows(office.database, 'plates', { plate_number: '7 W' }, { price })
        await new Promise((resolve) => setTimeout(resolve, 5)) // leaves the processor to the backup
      }
    }
    const writing = write()
    await expect.poll(() => accepted.length).toBeGreaterThan(2)

    const before = [...accepted]
    const folder = join(temporaryFolder(), 'backups/')
    const { ended, output } = spawnCli(office, 'backup', folder)
    expect([await ended, output.notes]).toEqual([{ code: 0, signal: null }, ''])
    isWriting = false
    await writing
    expect(accepted.length).toBeGreaterThan(before.length)

    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^plateworthy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    const restored = temporaryFolder()
    expect((await restoreInto(restored, join(folder, name))).code).toBe(0)
    const rows = everyRow(restored)
    const references = rows.enquiries?.map((row) => JSON.parse(row).reference)
    expect(references).toEqual(expect.arrayContaining(before))
    expect(rows.sales).toHaveLength(SALES)
  })

  it('a backup replaces no file without --overwrite, and is never written beside the database', async () => {
    const dataDir = closedDatabase()
    const file = await backupOf(dataDir)
    writeFileSync(file, 'precious')
    const office = openTestCli({ DATA_DIR: dataDir })
    expect(await office.run('backup', file)).toMatchObject({
      code: 1,
      all: `${file} exists: choose another name, or pass --overwrite.`,
    })
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await office.run('backup', file, '--overwrite')).code).toBe(0)
    expect((await restoreInto(temporaryFolder(), file)).code).toBe(0)
    expect((await office.run('backup', join(dataDir, 'copy.db'))).all).toContain('is lost with it')
    expect((await office.run('backup', join(dataDir, 'nowhere', 'copy.db'))).all).toContain(
      'There is no folder',
    )
  })

  it('a backup in a folder removes the older backups beyond the number to keep, and nothing else', async () => {
    const folder = temporaryFolder()
    const old = [1, 2, 3].map((day) => `plateworthy-2026-01-0${day}T03-00-00Z.db`)
    for (const name of [...old, 'plateworthy.db', 'holiday.jpg']) writeFileSync(join(folder, name), '')
    const office = openTestCli({ DATA_DIR: closedDatabase() })
    const { notes } = await office.run('backup', folder, '--keep', '2')
    expect(notes).toEqual(['Removed 2 older backups.'])
    expect(readdirSync(folder).sort().slice(0, 2)).toEqual([
      'holiday.jpg',
      'plateworthy-2026-01-03T03-00-00Z.db',
    ])
    expect(readdirSync(folder)).toHaveLength(4)
    expect((await office.run('backup', join(folder, 'one.db'), '--keep', '2')).code).toBe(2)
    expect((await office.run('backup', folder, '--keep', 'all')).code).toBe(2)
  })

  it('a backup is not made of a damaged database: the good ones stay', async () => {
    const dataDir = closedDatabase()
    const file = join(dataDir, 'plateworthy.db')
    truncateSync(file, statSync(file).size / 2)
    const folder = temporaryFolder()
    const { code, all } = await openTestCli({ DATA_DIR: dataDir }).run('backup', folder)
    expect([code, readdirSync(folder)]).toEqual([1, []])
    expect(all).toMatch(/damaged/)
  })

  it('a backup of a database that another program has changed is made, with a warning that it cannot be restored', async () => {
    const dataDir = closedDatabase()
    edit(join(dataDir, 'plateworthy.db'), 'CREATE TABLE dear (price INTEGER)')
    const file = join(temporaryFolder(), 'backup.db')
    const { code, all } = await openTestCli({ DATA_DIR: dataDir }).run('backup', file)
    expect([code, all]).toEqual([
      1,
      expect.stringContaining('holds a table “dear” that the site did not make'),
    ])
    expect(existsSync(file)).toBe(true)
  })

  it('a backup requires an embedded database', async () => {
    const empty = join(temporaryFolder(), 'not-there')
    const { all } = await openTestCli({ DATA_DIR: empty }).run('backup', temporaryFolder())
    expect(all).toBe(`There is no database in ${empty}: set DATA_DIR to the site's folder.`)
    expect(existsSync(empty)).toBe(false)
    const hosted = openTestCli(AWAY)
    for (const command of ['backup', 'restore'])
      expect((await hosted.run(command, 'x')).all).toContain('where it is hosted')
  })

  // A file system of 256 kB: Linux only.
  const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  it.runIf(canMount)('a backup on a full disk reports it, and leaves nothing behind', () => {
    const { environment } = openTestCli({ DATA_DIR: closedDatabase() })
    const folder = temporaryFolder()
    const { stdout, stderr } = spawnSync(
      'unshare',
      [
        ...['-Urm', 'sh', '-c'],
        'mount -t tmpfs -o size=128k none "$1"; "$0" office.mjs backup "$1"; ls -A "$1"',
        ...[process.execPath, folder],
      ],
      { encoding: 'utf8', env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...environment } },
    )
    expect([stdout, stderr]).toEqual([
      '',
      'The disk is full, so nothing has been changed: free some space, then run the command again.\n',
    ])
  })
})

it('a restore names the owners that the backup would add before anything is replaced', async () => {
  const dataDir = closedDatabase()
  const setOwners = (file: string, ...emails: string[]) => {
    const database = new DatabaseSync(file)
    const insertion = database.prepare(
      "INSERT INTO people (email, name, role, password_hash, security_stamp) VALUES (?, 'A', ?, ?, ?)",
    )
    for (const email of emails)
      insertion.run(email, email.startsWith('staff') ? 'staff' : 'owner', 'x'.repeat(60), 'y'.repeat(20))
    database.close()
  }
  const file = await copyOfBackup()
  const current = join(dataDir, 'plateworthy.db')
  setOwners(current, 'ann@plates.example', 'staff@plates.example')
  setOwners(file, 'ann@plates.example', 'eve@plates.example', 'staff@plates.example', 'staff2@plates.example')
  const before = everyRow(dataDir)
  const restored = await openTestCli({ DATA_DIR: dataDir }).runInteractive(['no'], 'restore', file)
  expect(restored.all).toContain('current database does not have: eve@plates.example.')
  expect(everyRow(dataDir)).toEqual(before)
  const preview = (await restoreInto(dataDir, file, '--dry-run')).all
  expect(preview).toContain('at the desk: ann@plates.example and eve@plates.example.')
  expect((await restoreInto(dataDir, file, '--yes')).all).toContain('eve@plates.example')
  expect((await restoreInto(dataDir, file, '--yes')).all).not.toContain('@plates.example')
})

it('a restore of many sales says that a timer publishes their static exports', async () => {
  const [few, many] = [closedDatabase(), closedDatabase()]
  addManySales(many)
  const restore = async (dataDir: string) =>
    (await restoreInto(temporaryFolder(), await backupOf(dataDir))).all
  expect(await restore(few)).not.toContain('static exports')
  expect(await restore(many)).toContain('The static exports are still those of before.')
})

it('a restore says which words and bank details it changes for customers, and tells the owners by e-mail', async () => {
  const dataDir = closedDatabase()
  const fill = (file: string, email: string, settings: Record<string, string>) => {
    const database = new DatabaseSync(file)
    database
      .prepare(
        "INSERT INTO people (email, name, role, password_hash, security_stamp) VALUES (?, 'A', 'owner', ?, ?)",
      )
      .run(email, 'x'.repeat(60), 'y'.repeat(20))
    const insertion = database.prepare("INSERT INTO settings (name, value, person) VALUES (?, ?, 'A')")
    for (const [name, value] of Object.entries(settings)) insertion.run(name, JSON.stringify(value))
    database.close()
  }
  const same = { strapline: 'Plates since 1993' }
  const file = await copyOfBackup()
  fill(join(dataDir, 'plateworthy.db'), 'ann@plates.example', {
    ...same,
    bankDetails: 'Plates Ltd\n12-34-56',
    vatStatement: 'Margin scheme.',
  })
  fill(file, 'eve@plates.example', { ...same, bankDetails: 'Eve\n65-43-21', recordOwnSales: 'uk' })
  const changed = [
    'Check what it tells customers that the current database does not:',
    '  Bank details: Plates Ltd 12-34-56 → Eve 65-43-21',
    '  What receipts say about VAT: Margin scheme. → the default',
  ]
  const asked = await openTestCli({ DATA_DIR: dataDir }).runInteractive(['no'], 'restore', file)
  expect(asked.all).toContain(changed.join('\n'))
  expect((await restoreInto(dataDir, file, '--dry-run')).all).toContain(
    'Check what it tells customers:\n  Strapline: the default → Plates since 1993\n  Bank details: the default → Eve 65-43-21\n',
  )
  const { all } = await restoreInto(dataDir, file, '--yes')
  expect(all).toContain(changed.join('\n'))
  const told = ['ann@plates.example', 'eve@plates.example']
  expect(all).toContain(`It e-mails what has changed for customers to ${told.join(' and ')}.`)
  const mails = await openTestCli({ DATA_DIR: dataDir }).rows('mails')
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(told)
  for (const { body, delivery } of mails) {
    expect(delivery).toBe('waiting')
    expect(body).toContain('What receipts say about VAT: Margin scheme. → the default')
    expect(body).not.toMatch(/12-34-56|65-43-21/)
  }
  expect((await restoreInto(dataDir, file, '--yes')).all).not.toContain('what it tells customers')
})

it('a restore waits until the site is stopped', async () => {
  const dataDir = temporaryDataDir()
  const backend = openBackend({ dataDir })
  const file = await copyOfBackup()
  const before = everyRow(dataDir)
  expect(await restoreInto(dataDir, file, '--yes')).toMatchObject({
    code: 1,
    all: `The database in ${dataDir} is in use: stop the site (and any command) first.`,
  })
  expect((await restoreInto(dataDir, file, '--dry-run')).all).toContain(
    `is undamaged: 44 plates, ${SALES} sales`,
  )
  expect(everyRow(dataDir)).toEqual(before)
  backend.close()
  expect((await restoreInto(dataDir, file, '--yes')).code).toBe(0)
})

it('a restore asks before it replaces a database, and keeps the old one', async () => {
  const dataDir = closedDatabase()
  const file = await copyOfBackup()
  const office = openTestCli({ DATA_DIR: dataDir })
  await office.run('plates', 'clear-demo', '--yes')
  const changed = everyRow(dataDir)
  expect((await office.run('restore', file)).code).toBe(2)
  expect((await office.runInteractive(['no'], 'restore', file)).out.at(-1)).toBe(
    'The database has not been changed.',
  )
  expect(everyRow(dataDir)).toEqual(changed)
  expect(leftoverFilesIn(dataDir)).toEqual([])

  expect((await office.runInteractive(['yes'], 'restore', file)).code).toBe(0)
  expect((await office.run('plates', 'export', office.file('out.csv', ''))).all).toContain(
    'Exported 44 plates',
  )
  const [kept = ''] = readdirSync(join(dataDir, 'replaced'))
  const back = temporaryFolder()
  expect((await restoreInto(back, join(dataDir, 'replaced', kept))).code).toBe(0)
  expect(everyRow(back)).toEqual(changed)
})

it.each([
  ['no database', (file: string) => writeFileSync(file, 'Dear diary'), 'is not a database.'],
  ['an empty file', (file: string) => writeFileSync(file, ''), 'is not a database of this site.'],
  ['cut short', (file: string) => truncateSync(file, 100_000), 'is damaged or incomplete.'],
  [
    'overwritten in the middle',
    (file: string) => writeFileSync(file, Buffer.from(readFileSync(file)).fill(7, 60_000, 64_000)),
    'is damaged or incomplete.',
  ],
  [
    "another program's",
    (file: string) => edit(file, 'PRAGMA application_id = 5'),
    'is not a database of this site.',
  ],
  [
    'changed by another program',
    (file: string) => edit(file, 'CREATE TABLE recipes (id INTEGER)'),
    'holds a table “recipes”',
  ],
  [
    'a database in use',
    (file: string) => writeFileSync(`${file}-wal`, 'changes'),
    'is a database in use, not a backup',
  ],
])('a restore refuses a file that is %s, and leaves the database unchanged', async (_, spoil, expected) => {
  const dataDir = closedDatabase()
  const before = everyRow(dataDir)
  const file = await copyOfBackup()
  spoil(file)
  const { code, notes, out } = await restoreInto(dataDir, file, '--yes')
  expect([code, out, notes]).toEqual([1, [], [expect.stringContaining(`${file} ${expected}`)]])
  expect(everyRow(dataDir)).toEqual(before)
  expect(leftoverFilesIn(dataDir)).toEqual([])
})

it.each<[string, string, string]>([
  [
    'a view in the place of a table',
    `ALTER TABLE sales RENAME TO old_sales; CREATE VIEW sales AS
         SELECT id, message AS plate_number, email AS where_sold, NULL AS type, NULL AS category, 2020 AS sale_year,
           NULL AS sale_month, 1 AS hammer_price, 1 AS total_price, NULL AS price_basis, NULL AS source_url,
           NULL AS note, created_at, updated_at FROM enquiries`,
    'lacks the table “sales”',
  ],
  ['another column', 'ALTER TABLE plates ADD COLUMN secret TEXT', 'has a different table “plates” from'],
  [
    'a table that computes a column from the others',
    `DROP TABLE corrections; CREATE TABLE corrections (id TEXT, at TEXT, explorer TEXT, plate_number TEXT, kind TEXT,
       change TEXT, reason TEXT AS (kind || change))`,
    'has a different table “corrections” from the one the site makes',
  ],
  [
    'another search index',
    'DROP TABLE sales_trigrams; CREATE VIRTUAL TABLE sales_trigrams USING fts5 (plate_folded)',
    'has a different table “sales_trigrams” from',
  ],
  ['a table less', 'DROP TABLE jersey_sales', 'lacks the table “jersey_sales”'],
])('a restore refuses a backup with %s, and names it', async (_, sql, expected) => {
  const file = await copyOfBackup()
  edit(file, sql)
  expect(() => checkDatabase(file, 'The backup')).toThrow(`The backup ${expected}`)
})

it('a restore makes views, triggers and indexes itself, whatever the backup has of them', async () => {
  const file = await copyOfBackup()
  edit(
    file,
    `CREATE TRIGGER leak AFTER INSERT ON enquiries BEGIN
       INSERT INTO sales (plate_number, sale_year, note, selection) VALUES ('A 1', 2020, NEW.email, 'reported'); END;
     CREATE VIEW leaks AS SELECT email FROM enquiries;
     DROP VIEW sales_listed; CREATE VIEW sales_listed AS SELECT id, email AS plate_number FROM enquiries;
     DROP TRIGGER people_owner_removed; DROP INDEX sales_natural_key; CREATE INDEX slow ON plates (price)`,
  )
  const restored = temporaryFolder()
  expect((await restoreInto(restored, file)).code).toBe(0)
  const schemaOf = (dataDir: string) => {
    const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true })
    onTestFinished(() => database.close())
    return database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
  }
  expect(schemaOf(restored)).toEqual(schemaOf(closedDatabase()))
})

it('a restore refuses a row that violates the constraints, and a schema without a version', async () => {
  const dataDir = closedDatabase()
  const file = await copyOfBackup()
  const database = new DatabaseSync(file)
  database.exec(
    "PRAGMA ignore_check_constraints = ON; UPDATE plates SET price = -5 WHERE plate_number = '7 W'",
  )
  database.close()
  expect((await restoreInto(dataDir, file, '--yes')).all).toMatch(/damaged or incomplete|does not accept/)
  for (const version of [0, -5]) {
    edit(file, `PRAGMA user_version = ${version}`)
    expect(() => checkDatabase(file, 'The backup')).toThrow('not from any version of the site')
  }
})

it('a restore accepts a database with planner statistics', async () => {
  const file = await copyOfBackup()
  edit(file, 'ANALYZE')
  expect(checkDatabase(file, 'The backup').differences).toEqual([])
})

it('a restore signs everybody out, and brings back no link: what has ended since the backup stays ended', async () => {
  const dataDir = temporaryFolder()
  const office = openTestCli({ DATA_DIR: dataDir })
  const seeded = openDatabase(dataDir)
  const [person, hash, at] = [
    '00000000-0000-4000-8000-000000000001',
    'a'.repeat(64),
    '2026-11-20T10:00:00+00:00',
  ]
  seeded.writer.exec(`
      INSERT INTO people (id, email, name, role, security_stamp) VALUES ('${person}', 'ann@x.test', 'Ann', 'owner', '${hash}');
      INSERT INTO sessions (token_hash, person_id, security_stamp, expires_at, device, network)
        VALUES ('${hash}', '${person}', '${hash}', '${at}', 'Firefox', '10.0.0.1');
      INSERT INTO invitations (token_hash, kind, role, created_by, expires_at) VALUES ('${hash}', 'first', 'owner', 'x', '${at}');
      INSERT INTO challenges (kind, value, expires_at) VALUES ('sign-in', '${hash}', '${at}');
    `)
  seeded.close()
  const file = await backupOf(dataDir)
  expect((await office.run('restore', file, '--yes')).code).toBe(0)
  const restored = openDatabase(dataDir)
  const count = (table: string) =>
    restored.reader.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows
  expect(['people', ...ENDED_BY_A_RESTORE].map(count)).toEqual([1, 0, 0, 0])
  restored.close()
})

it('a restore replaces a damaged database, whose write-ahead log must not reach the new one', async () => {
  const dataDir = closedDatabase()
  const file = await copyOfBackup()
  const good = everyRow(dataDir)
  writeFileSync(join(dataDir, 'plateworthy.db'), Buffer.alloc(20_000, 7))
  writeFileSync(join(dataDir, 'plateworthy.db-wal'), Buffer.alloc(5_000, 7))
  const { code, notes } = await restoreInto(dataDir, file, '--yes')
  expect([code, notes[0]]).toEqual([0, expect.stringContaining('stop it first')])
  expect(everyRow(dataDir)).toEqual(good)
  expect(readdirSync(join(dataDir, 'replaced')).map((name) => name.replace(/^.*Z/, ''))).toEqual([
    '.db',
    '.db-wal',
  ])
})

it('a restore that was killed leaves the database unchanged, and only files that the next one removes', async () => {
  const dataDir = closedDatabase()
  const before = everyRow(dataDir)
  const file = await copyOfBackup()
  // Everything before the final rename.
  const killed = await startAndHold(
    `(await import('./cli/backup/restore.ts')).draftRestore(${JSON.stringify(file)}, ${JSON.stringify(dataDir)})`,
  )
  expect(leftoverFilesIn(dataDir)).toEqual([expect.stringMatching(/^\.plateworthy-restore-/)])
  expect((await restoreInto(dataDir, file, '--dry-run')).code).toBe(0)
  await killed()
  expect(leftoverFilesIn(dataDir)).toHaveLength(1)
  expect(everyRow(dataDir)).toEqual(before)
  // Younger files may still be in use.
  for (const name of leftoverFilesIn(dataDir)) utimesSync(join(dataDir, name), 1, 1)
  expect((await restoreInto(dataDir, file, '--yes')).code).toBe(0)
  expect(leftoverFilesIn(dataDir)).toEqual(['replaced'])
})

it('a restore and a backup remove files of killed processes, but none that another process uses', async () => {
  const folder = temporaryFolder()
  for (const name of ['.plateworthy-backup-0a1b2c', '.plateworthy-of-mine']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, '.plateworthy.txt'), '')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1)
  const hold = () =>
    startAndHold(
      `(await import('./cli/backup/workspace.ts')).openWorkspace(${JSON.stringify(folder)}, 'backup')`,
    )
  const [kill, end] = await Promise.all([hold(), hold()])
  const office = openTestCli({ DATA_DIR: closedDatabase() })
  const workspaces = () => readdirSync(folder).filter((name) => name.startsWith('.plateworthy-backup-'))
  for (const name of workspaces()) utimesSync(join(folder, name), 1, 1)
  await office.run('backup', join(folder, 'one.db'))
  expect(workspaces()).toHaveLength(2)
  await kill()
  await office.run('backup', join(folder, 'two.db'))
  expect(workspaces()).toHaveLength(1)
  await end()
  clearAbandoned(folder, 'backup')
  expect(readdirSync(folder).sort()).toEqual(
    ['.plateworthy-of-mine', '.plateworthy.txt', 'one.db', 'two.db'].sort(),
  )
})

it.runIf(process.getuid?.() === 0)(
  'a restore by root gives its files to the owner of the folder',
  async () => {
    const dataDir = closedDatabase()
    const file = await copyOfBackup()
    chownSync(dataDir, 1234, 1234)
    expect((await restoreInto(dataDir, file, '--yes')).code).toBe(0)
    for (const name of ['plateworthy.db', 'replaced']) expect(statSync(join(dataDir, name)).uid).toBe(1234)
  },
)

it('a restore says which backup of a folder is the newest', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'plateworthy-2026-01-01T03-00-00Z.db'))
  mkdirSync(join(folder, 'plateworthy-2026-02-01T03-00-00Z.db'))
  const { all } = await restoreInto(temporaryFolder(), folder)
  expect(all).toContain(`${join(folder, 'plateworthy-2026-02-01T03-00-00Z.db')}.`)
  expect((await restoreInto(temporaryFolder(), join(folder, 'gone.db'))).all).toContain('There is no file')
})

/** Runs a line in a child process, which then waits. @returns a function that kills it */
async function startAndHold(line: string) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `${line}; console.log('ready'); setInterval(() => {}, 1e6)`],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE } },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

function edit(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
