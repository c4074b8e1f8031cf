import { databaseUrl } from '#env.ts'
import { CliError, UsageError } from './errors.ts'
import type { Terminal } from './terminal.ts'

/** @param given the value of the variable; what it is, is asked for where somebody can answer, and not shown */
export async function requireDatabaseUrl(
  terminal: Terminal,
  given: string | undefined,
  variable: string,
  what: string,
): Promise<string> {
  if (!given && !terminal.isInteractive)
    throw new CliError(`${what} is missing: set ${variable} in the environment.`)
  const url = given || (await terminal.askSecret(`${what} (it is not shown):`))
  if (!url) throw new CliError(`${what} is required.`)
  const { success, error } = databaseUrl.safeParse(url)
  if (!success) throw new UsageError(`${variable} ${error.issues[0]?.message}.`)
  return url
}
