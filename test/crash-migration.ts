/**
 * A process that migrates a database, and kills itself before the given action of SQLite: `crash-migration.ts FOLDER SQL PLACE`.
 * It prints how many actions there were.
 */
import { readFileSync } from 'node:fs'
import { constants, DatabaseSync } from 'node:sqlite'
import { openDatabase } from '#packages/sqlite-rest/database.ts'

const [, , dataDir = '', sql = '', place] = process.argv
const { migrations, current } = JSON.parse(readFileSync(sql, 'utf8'))
let actions = 0
const { exec } = DatabaseSync.prototype

DatabaseSync.prototype.exec = function (text) {
  if (text === 'BEGIN IMMEDIATE')
    this.setAuthorizer(() => {
      actions += 1
      if (actions === Number(place)) process.kill(process.pid, 'SIGKILL')
      return constants.SQLITE_OK
    })
  return exec.call(this, text)
}
openDatabase(dataDir, { migrations, current: () => current }).close()
process.stdout.write(String(actions))
