/** A database that this version cannot open is refused in one sentence wherever it is opened, and stays as it is. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readMigrations } from '#db/read-sql.ts'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { openTestCli } from './cli/open-cli.ts'
import { temporaryDataDir, temporaryFolder } from './temporary-folder.ts'

/** Without views and triggers, which would be in the way of the changes. */
function folderWith(sql: string): string {
  const dataDir = temporaryDataDir({ seed: false })
  const database = new DatabaseSync(join(dataDir, DATABASE_NAME))
  const made = database
    .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')")
    .all()
  for (const { type, name } of made) database.exec(`DROP ${type} IF EXISTS "${name}"`)
  database.exec(sql)
  database.close()
  return dataDir
}

const NEXT = readMigrations().length + 1
const NEWER = `was made by a newer version of the site (schema ${NEXT};`

it.each([
  [
    'is of 25 November',
    'PRAGMA application_id = 1347180884; PRAGMA user_version = 25',
    'was made before the first release of the site',
  ],
  [
    'is of 26 November, when no migrations were recorded',
    'DROP TABLE meta',
    'was made by migrations with another text',
  ],
  [
    'was made by a later version, which has other columns',
    `PRAGMA user_version = ${NEXT}; ALTER TABLE people RENAME COLUMN role TO rank; ALTER TABLE settings RENAME TO choices`,
    NEWER,
  ],
])(
  'a database that %s is refused in one sentence by doctor, backup, restore, move and migrate, and stays as it is',
  async (_, sql, said) => {
    const dataDir = folderWith(sql)
    const database = join(dataDir, DATABASE_NAME)
    const before = readFileSync(database)
    const here = openTestCli({ DATA_DIR: dataDir })
    const good = openTestCli({ DATA_DIR: temporaryDataDir({ seed: false }) })
    const [backup, goodBackup] = ['backup.db', 'good.db'].map((name) => join(temporaryFolder(), name)) as [
      string,
      string,
    ]
    cpSync(database, backup)
    await good.run('backup', goodBackup)

    expect((await here.run('doctor')).all).toContain(`ERROR  ${database} ${said}`)
    for (const answer of [
      await here.run('backup', join(temporaryFolder(), 'copy.db')),
      await here.run('migrate'),
      await here.run('move', '--to-folder', temporaryFolder()),
      await good.run('move', '--to-folder', dataDir),
    ])
      expect(answer).toMatchObject({
        code: 1,
        out: [],
        notes: [expect.stringContaining(`${database} ${said}`)],
      })
    expect(await good.run('restore', backup, '--yes')).toMatchObject({
      code: 1,
      notes: [expect.stringContaining(`${backup} ${said}`)],
    })
    expect(readFileSync(database).equals(before)).toBe(true)

    // The way back from a later version is the backup of before.
    const { code, notes } = await here.run('restore', goodBackup, '--yes')
    const [expected, end] = said === NEWER ? [0, 'The replaced database is in'] : [1, `${database} ${said}`]
    expect([code, notes]).toEqual([expected, [expect.stringContaining(end)]])
  },
)
