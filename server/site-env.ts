import type { IncomingMessage } from 'node:http'

/** Types of Hono's context. */
export interface SiteEnv {
  Variables: { requestId: string }
  /** Undefined for a request that was made in process. */
  Bindings: { incoming: IncomingMessage } | undefined
}
