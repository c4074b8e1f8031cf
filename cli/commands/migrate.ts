import { MigrationRefused, migratePostgres } from '#data/migrate-postgres.ts'
import { openDatabase } from '#db/embedded.ts'
import { parseEnv } from '#env.ts'
import { readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { connectionCause } from '../connection-causes.ts'
import { onlyCommand } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { hasDatabase } from '../move/target.ts'
import { requireDatabaseUrl } from '../require-database-url.ts'
import type { Terminal } from '../terminal.ts'

/** The variables that set the passwords of roles. */
const PASSWORDS: Readonly<Record<string, string>> = {
  SITE_PASSWORD: 'plateworthy_site',
  PUBLIC_PASSWORD: 'plateworthy_public',
  BACKUP_PASSWORD: 'plateworthy_backup',
}

export const migrateCommand = onlyCommand('migrate', {
  summary: 'bring the database to this version, also while a site uses it',
  details: [
    'Over PostgreSQL, as the owner of the tables, whose address is in OWNER_DATABASE_URL or is asked for: applies the new',
    'migrations and makes views, functions, triggers and rights again, all of it or nothing. If others hold what is to be',
    'changed for half a second, it lets them go on and tries again, for a minute. SITE_PASSWORD, PUBLIC_PASSWORD and',
    'BACKUP_PASSWORD become the passwords of plateworthy_site, plateworthy_public and plateworthy_backup, where they are',
    'set. An embedded database is brought to this version by every start and command, too.',
  ],
  examples: ['migrate', 'migrate --again'],
  options: {
    again: {
      type: 'boolean',
      help: 'over PostgreSQL, make views, functions and rights again although nothing is new',
    },
  },
  async run({ values, terminal, environment }) {
    const given = environment.OWNER_DATABASE_URL
    if (!given) {
      const { DATABASE_URL, DATA_DIR } = parseEnv(environment)
      if (!DATABASE_URL) return migrateEmbedded(DATA_DIR, terminal)
    }
    const url = await requireDatabaseUrl(terminal, given, 'OWNER_DATABASE_URL', "The owner's DATABASE_URL")
    const passwords = Object.entries(PASSWORDS).flatMap(([variable, role]) => {
      const password = environment[variable]
      return password ? [[role, password]] : []
    })
    try {
      const applied = await migratePostgres(url, {
        state: readHostedState(),
        files: readHostedFiles(),
        isAgain: values.again ?? false,
        passwords: Object.fromEntries(passwords),
        tell: terminal.note,
      })
      for (const name of applied) terminal.out(`Applied ${name}`)
      terminal.out('The database is up to date.')
    } catch (error) {
      if (error instanceof MigrationRefused) throw new CliError(error.message)
      throw new CliError(`Nothing has been changed: ${describeMigrationError(error)}`)
    }
  },
})

/** PostgreSQL names what stands in the way in the detail. */
function describeMigrationError(error: unknown): string {
  const { message, code = '', detail = '' } = error as Error & { code?: string; detail?: string }
  const cause = connectionCause({ code, message })
  if (cause) return `the database cannot be reached, because ${cause} (${message || code}).`
  return `${message || code}. ${detail}`.trim()
}

function migrateEmbedded(dataDir: string, terminal: Terminal): void {
  if (!hasDatabase(dataDir)) throw new CliError(`There is no database in ${dataDir}: the site makes it.`)
  openDatabase(dataDir).close()
  terminal.out('The database is up to date.')
}
