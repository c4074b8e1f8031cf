import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentSchema } from '#db/current-schema.ts'
import { openBackend, openDatabase } from '#db/embedded.ts'
import { readMigrations } from '#db/read-sql.ts'
import { tables } from '#db/schema.ts'
import { StartError } from '#env.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-database-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const file = () => join(dataDir, 'plateworthy.db')

const PAGE_BYTES = 4096

function overwrite(page: number, from = 0) {
  const content = readFileSync(file())
  content.fill('nonsense', page * PAGE_BYTES + from, (page + 1) * PAGE_BYTES)
  writeFileSync(file(), content)
}

/** The message of the error that stops the start. */
function errorOf(open: () => unknown): string {
  try {
    open()
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('It opened')
}

describe('opening', () => {
  it.each([
    ['intact', (log: Buffer) => log, 0],
    ['damaged in its magic number', (log: Buffer) => log.fill('x', 0, 4), 1],
    ['damaged in its header', (log: Buffer) => log.fill('x', 16, 20), 1],
    ['empty', () => Buffer.alloc(0), 0],
  ])('names a log that is %s only if its changes are lost', (_, change, count) => {
    const { writer, close } = openDatabase(dataDir)
    writer.exec("INSERT INTO meta (key, value) VALUES ('last', 'change')")
    const [content, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)]
    close()
    writeFileSync(file(), content)
    writeFileSync(`${file()}-wal`, change(log))
    const warnings: string[] = []
    const opened = openBackend({
      dataDir,
      seed: false,
      onError: (error) => warnings.push((error as Error).message),
    })
    opened.close()
    expect(warnings).toHaveLength(count)
    for (const warning of warnings) expect(warning).toContain(`${file()}-wal is damaged`)
  })

  it('creates the folder and migrates the file to the newest schema', () => {
    const database = openDatabase(join(dataDir, 'a', 'b'))
    expect(database.writer.prepare('PRAGMA user_version').get()?.user_version).toBe(readMigrations().length)
    expect(database.writer.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal')
    expect(database.writer.prepare('PRAGMA synchronous').get()?.synchronous).toBe(2)
    expect(database.writer.prepare('PRAGMA foreign_keys').get()?.foreign_keys).toBe(1)
    database.close()
  })

  it('gives readers a connection that cannot write', () => {
    const database = openDatabase(dataDir)
    expect(() => database.reader.exec("INSERT INTO meta VALUES ('a', 'b')")).toThrow(/readonly/)
    database.close()
  })

  it('leaves one file when it is closed', () => {
    openDatabase(dataDir).close()
    expect(() => statSync(`${file()}-wal`)).toThrow()
  })

  it('refuses a newer schema, and leaves the file byte for byte as it was', () => {
    openDatabase(dataDir).close()
    const database = new DatabaseSync(file())
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(file())
    expect(errorOf(() => openDatabase(dataDir))).toMatch(
      /newer version of the site \(schema 99; .* use that version/,
    )
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('refuses a schema that no version creates', () => {
    openDatabase(dataDir).close()
    const database = new DatabaseSync(file())
    database.exec('PRAGMA user_version = -5')
    database.close()
    expect(errorOf(() => openDatabase(dataDir))).toMatch(
      /has schema -5, which no version .* restore a backup/,
    )
  })

  it('refuses a file that is not a database, and leaves it as it was', () => {
    const content = 'Dear diary, this is no database. '.repeat(100)
    writeFileSync(file(), content)
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/is not a database/)
    expect(readFileSync(file(), 'utf8')).toBe(content)
  })

  it('refuses an emptied database file, and creates a new one only if there was none', () => {
    openDatabase(dataDir).close()
    writeFileSync(join(dataDir, 'keys.json'), '{}')
    truncateSync(file(), 0)
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/is empty, though .* restore a backup/)
    expect(statSync(file()).size).toBe(0)
    rmSync(join(dataDir, 'keys.json')) // as after a first start that was killed
    openDatabase(dataDir).close()
  })

  it.each<[string, (pages: number) => void]>([
    ['its first page', () => overwrite(0)],
    ['the rest of its first page', () => overwrite(0, 200)],
    ['a page in the middle', (pages) => overwrite(Math.floor(pages / 2))],
    ['its last page', (pages) => overwrite(pages - 1)],
    ['a half of it, which is gone', (pages) => truncateSync(file(), Math.floor(pages / 2) * PAGE_BYTES)],
  ])('refuses a database that is damaged in %s, and says how to restore one', (_, damage) => {
    openDatabase(dataDir).close()
    // Without free pages, because damage in those would not be noticed.
    const vacuum = new DatabaseSync(file())
    vacuum.exec('VACUUM')
    vacuum.close()
    damage(statSync(file()).size / PAGE_BYTES)
    const damaged = readFileSync(file())
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/is (damaged|not a database).*: restore a backup/)
    expect(readFileSync(file()).equals(damaged)).toBe(true)
  })

  it('refuses the database of another program', () => {
    const database = new DatabaseSync(file())
    database.exec('CREATE TABLE recipes (id INTEGER)')
    database.close()
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/database of another program/)
  })

  it('refuses a database of before the first release, and says to start with a new one', () => {
    openDatabase(dataDir).close()
    const database = new DatabaseSync(file())
    database.exec('PRAGMA application_id = 1347180884; PRAGMA user_version = 25')
    database.close()
    const before = readFileSync(file())
    expect(errorOf(() => openDatabase(dataDir))).toMatch(
      /before the first release .* start with a new database/,
    )
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it.each([
    ['have another text', "UPDATE meta SET value = 'another' WHERE key = 'migrations'"],
    ['are not recorded, as before the first release', "DELETE FROM meta WHERE key = 'migrations'"],
  ])('refuses a database whose migrations %s, and leaves it as it was', (_, edit) => {
    openDatabase(dataDir).close()
    const database = new DatabaseSync(file())
    database.exec(edit)
    database.close()
    const before = readFileSync(file())
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/migrations with another text .* use the version/)
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('refuses a folder in place of the file', () => {
    mkdirSync(file())
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/cannot be opened/)
  })

  it('refuses a file in place of the folder', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(errorOf(() => openDatabase(join(dataDir, 'file')))).toMatch(/DATA_DIR .* cannot be written/)
  })

  it('refuses a folder that cannot be written', () => {
    if (process.platform === 'linux') {
      // Not even root can create a folder there.
      return expect(errorOf(() => openDatabase('/sys/plateworthy'))).toMatch(/DATA_DIR .* cannot be written/)
    }
    chmodSync(dataDir, 0o500)
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/DATA_DIR .* cannot be written/)
    chmodSync(dataDir, 0o700)
  })

  it.runIf(process.platform !== 'win32')('refuses a folder that all users share', () => {
    chmodSync(dataDir, 0o1777)
    expect(errorOf(() => openDatabase(dataDir))).toMatch(
      /is shared by all users .* such as .*\/plateworthy\.$/,
    )
  })

  it('reports that another program holds the lock', () => {
    const other = new DatabaseSync(file())
    other.exec('BEGIN EXCLUSIVE')
    expect(errorOf(() => openDatabase(dataDir))).toMatch(/is locked by another program/)
    other.close()
  })
})

describe('migrations', () => {
  it('run once, in order, each completely or not at all', () => {
    openDatabase(dataDir).close()
    const known = readMigrations()
    const broken = [
      ...known,
      'CREATE TABLE extra (id INTEGER) STRICT;',
      'CREATE TABLE half (id INTEGER); NONSENSE;',
    ]
    expect(errorOf(() => openDatabase(dataDir, broken))).toMatch(/NONSENSE/)
    const database = openDatabase(dataDir, broken.slice(0, -1))
    expect(database.writer.prepare('PRAGMA user_version').get()?.user_version).toBe(known.length + 1)
    expect(database.writer.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
    database.close()
  })

  it('run without views and triggers, which are recreated when their text differs', () => {
    const made = (database: DatabaseSync) =>
      database
        .prepare("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY name")
        .all()
        .map(({ name }) => String(name))
    const first = openDatabase(dataDir)
    const before = made(first.writer)
    first.writer.exec('CREATE VIEW "another ""program" AS SELECT 1')
    first.close()
    // SQLite refuses it while the view `stock` has the column.
    const migrations = [...readMigrations(), 'ALTER TABLE plate_details DROP COLUMN notes']
    for (const current of [
      'CREATE VIEW ids AS SELECT id FROM plates',
      'CREATE VIEW ids AS SELECT id FROM sales',
    ]) {
      const { writer, close } = openDatabase(dataDir, migrations, () => current)
      expect(made(writer)).toEqual(['current_schema_digest', 'ids'])
      expect(writer.prepare("SELECT sql FROM sqlite_schema WHERE name = 'ids'").get()).toEqual({
        sql: current,
      })
      close()
    }
    const back = openDatabase(dataDir, migrations, (database) =>
      currentSchema(database).replace(' notes,', ''),
    )
    expect(made(back.writer)).toEqual(before)
    back.close()
  })

  it('create the columns of schema.ts', () => {
    const database = openDatabase(dataDir)
    for (const table of tables.values()) {
      const made = database.writer
        .prepare('SELECT name, type, "notnull" FROM pragma_table_info(?)')
        .all(table.name)
      if (table.kind === 'view') {
        expect(made.map(({ name }) => name)).toEqual([...table.columns.keys()])
        continue
      }
      expect(made.map((column) => ({ ...column }))).toEqual(
        [...table.columns.values()].map(({ name, type, nullable }) => ({
          name,
          type: ['integer', 'bigint', 'boolean'].includes(type) ? 'INTEGER' : 'TEXT',
          notnull: nullable ? 0 : 1,
        })),
      )
    }
    database.close()
  })
})

describe('the tables', () => {
  let database: ReturnType<typeof openDatabase>
  beforeEach(() => {
    database = openDatabase(dataDir)
  })
  afterEach(() => database.close())

  const run = (sql: string) => database.writer.exec(sql)
  const row = (sql: string) => ({ ...database.writer.prepare(sql).get() })

  it('fill in ids and timestamps in the format of the REST contract', () => {
    run("INSERT INTO plates (plate_number, price) VALUES ('A 1', 1)")
    expect(row('SELECT id, created_at, updated_at FROM plates')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d*[1-9])?\+00:00$/),
      updated_at: expect.stringMatching(/\+00:00$/),
    })
  })

  it('set updated_at on a change', () => {
    run("INSERT INTO plates (plate_number, price, updated_at) VALUES ('A 1', 1, '2020-01-01T00:00:00+00:00')")
    run('UPDATE plates SET price = 2')
    expect(row('SELECT updated_at > created_at OR updated_at = created_at AS touched FROM plates')).toEqual({
      touched: 1,
    })
  })

  it.each([
    "INSERT INTO plates (plate_number, price) VALUES ('A 1', -1)",
    "INSERT INTO plates (plate_number, price) VALUES (' ', 1)",
    'INSERT INTO plates (plate_number, price) VALUES (NULL, 1)',
    "INSERT INTO plates (plate_number, price) VALUES ('A 1', 1.5)",
    "INSERT INTO plates (plate_number, price, is_available) VALUES ('A 1', 1, 2)",
    "INSERT INTO plates (plate_number, price, id) VALUES ('A 1', 1, 'ABC')",
    "INSERT INTO plates (plate_number, price, created_at) VALUES ('A 1', 1, 'today')",
    "INSERT INTO plates (plate_number, price) VALUES ('A 1', 1), ('A 1', 2)",
    "INSERT INTO sales (plate_number, sale_year, sale_month, selection) VALUES ('A 1', 2020, 13, 'reported')",
    "INSERT INTO sales (plate_number, sale_year, price_basis, selection) VALUES ('A 1', 2020, 'guess', 'reported')",
    "INSERT INTO sales (plate_number, sale_year, selection) VALUES ('A 1', 2020, 'guess')",
    "INSERT INTO sales (plate_number, sale_year) VALUES ('A 1', 2020)",
    "INSERT INTO sales (plate_number, sale_year, selection) VALUES ('A 1', 2020, 'reported'), ('A 1', 2020, 'reported')",
    "INSERT INTO jersey_sales (plate_number, sale_year, selection) VALUES ('J 1', 2020, 'reported'), ('J 1', 2020, 'reported')",
  ])('refuse %s', (sql) => {
    expect(() => run(sql)).toThrow(/constraint|cannot store/)
  })

  it('accept a registration that was sold again', () => {
    run(
      "INSERT INTO sales (plate_number, sale_year, sale_month, selection) VALUES ('A 1', 2020, NULL, 'reported'), ('A 1', 2020, 1, 'reported'), ('A 1', 2021, 1, 'reported')",
    )
  })

  it.each([
    ['SELECT * FROM plates WHERE is_available = 1 ORDER BY price DESC, id LIMIT 4'],
    ['SELECT * FROM sales_listed ORDER BY total_price DESC NULLS LAST, id LIMIT 50'],
    ['SELECT * FROM sales_listed ORDER BY hammer_price ASC NULLS FIRST, id DESC LIMIT 50'],
    ['SELECT * FROM sales_listed ORDER BY plate_order DESC, id LIMIT 50'],
    [
      'SELECT * FROM sales_listed ORDER BY sale_year DESC, sale_month DESC NULLS LAST, hammer_price DESC NULLS LAST, id LIMIT 50',
    ],
    [
      'SELECT * FROM sales_listed ORDER BY sale_year, sale_month NULLS FIRST, hammer_price DESC NULLS LAST, id DESC LIMIT 50',
    ],
  ])('%s walks an index and sorts nothing', (sql) => {
    const plan = planOf(sql)
    expect(plan).toMatch(/USING INDEX/)
    expect(plan).not.toMatch(/TEMP B-TREE/)
  })

  it('sales of some kinds are found by the index of kinds', () => {
    const plan = planOf(
      "SELECT * FROM sales_of_kinds WHERE category = 'Irish' ORDER BY total_price DESC LIMIT 50",
    )
    expect(plan).toContain(
      'SEARCH sale USING INDEX sales_by_kind (sale_year=? AND where_sold=? AND category=? AND type=? AND selection=?)',
    )
  })

  const planOf = (sql: string) =>
    database.writer
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((step) => String(step.detail))
      .join('; ')
})
