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
      /** The PostgREST of browsers, over the database of the first server. */
      publicUrl: string | null
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
      publicUrl: null,
    })
    return
  }
  const postgrest = await startPostgrest({
    copies: project.config.maxWorkers - 1,
    isPublic: true,
    settings: '-c shared_preload_libraries=pg_stat_statements',
  })
  const { secret, version, socketFolder } = postgrest
  const [servers, publicUrl = null] = [postgrest.servers.slice(0, -1), postgrest.servers.at(-1)?.url]
  project.provide('postgrest', { servers, secret, version, socketFolder, publicUrl })
  process.stdout.write(`The contract suite also runs on ${postgrest.versions}\n`)
  return () => postgrest.close()
}
