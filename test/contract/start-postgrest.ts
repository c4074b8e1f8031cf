/** Starts the PostgREST of the hosted project, unless CONTRACT_URL and CONTRACT_SECRET name another. */
import type { TestProject } from 'vitest/node'
import { startPostgrest } from '../postgrest.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `socketFolder`, as PGHOST, is null for the server of CONTRACT_URL. */
    postgrest: {
      /** One for each worker. */
      servers: readonly { url: string; database: string }[]
      secret: string
      version: number
      socketFolder: string | null
    }
  }
}

export default async function start(project: TestProject) {
  const { CONTRACT_URL, CONTRACT_SECRET = '' } = process.env
  if (CONTRACT_URL) {
    const version = Number(process.env.CONTRACT_POSTGRES ?? 17)
    project.provide('postgrest', {
      servers: [{ url: CONTRACT_URL, database: '' }],
      secret: CONTRACT_SECRET,
      version,
      socketFolder: null,
    })
    return
  }
  const postgrest = await startPostgrest({
    copies: project.config.maxWorkers - 1,
    settings: '-c shared_preload_libraries=pg_stat_statements',
  })
  const { servers, secret, version, socketFolder } = postgrest
  project.provide('postgrest', { servers, secret, version, socketFolder })
  process.stdout.write(`The contract suite also runs on ${postgrest.versions}\n`)
  return () => postgrest.close()
}
