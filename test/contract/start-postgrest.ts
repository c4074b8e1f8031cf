/** Starts the PostgREST that the hosted half of the suite speaks to; CONTRACT_URL and CONTRACT_SECRET name another. */
import type { TestProject } from 'vitest/node'
import { startPostgrest } from '../postgrest.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgrest: { url: string; secret: string }
  }
}

export default async function start(project: TestProject) {
  const { CONTRACT_URL, CONTRACT_SECRET = '' } = process.env
  if (CONTRACT_URL) {
    project.provide('postgrest', { url: CONTRACT_URL, secret: CONTRACT_SECRET })
    return
  }
  const postgrest = await startPostgrest()
  project.provide('postgrest', { url: postgrest.url, secret: postgrest.secret })
  return () => postgrest.close()
}
