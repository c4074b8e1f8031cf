/** The link for creating the first person of the desk, printed at each start until it is used. */
import { hostname } from 'node:os'
import type { Database } from '#data/tables.ts'
import type { Env } from '#env.ts'
import type { Log } from '#services/log.ts'
import { deskAddress } from '#services/people/desk-address.ts'
import { firstPersonLink } from '#services/people/invitations.ts'

const RETRY_MS = 30_000

interface Options {
  database: Database
  env: Pick<Env, 'SITE_URL' | 'HOST' | 'PORT'>
  log: Pick<Log, 'error'>
  write(text: string): void
}

/** Prints the link once the backend answers. Never throws. @returns a function that stops retrying */
export function printFirstPersonLink({ database, env, log, write }: Options, port: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasFailed = false
  const attempt = async () => {
    try {
      const name = `${hostname()}:${port}`
      const link = await firstPersonLink(database, deskAddress(env, port), { name, now: new Date() })
      if (link !== null)
        write(
          `Nobody can sign in to the desk yet. Open this link to become the first person. It works once, for 24 hours:\n  ${link}\n`,
        )
    } catch (error) {
      if (!hasFailed)
        log.error(
          'The link for the first person of the desk could not be created; it will be tried again',
          error,
        )
      hasFailed = true
      timer = setTimeout(attempt, RETRY_MS).unref()
    }
  }
  void attempt()
  return () => clearTimeout(timer)
}
