import type { IncomingMessage } from 'node:http'

/** What Hono passes along with each request. */
export interface SiteEnv {
  Variables: { requestId: string }
  /** Undefined for a request that was made in process. */
  Bindings: { incoming: IncomingMessage } | undefined
}
